import 'reflect-metadata';

export { requireOperator } from './require-operator.ts';
export { callerOf, NeedsRole, Public } from './auth.ts';
export { PublicForm } from './form-body.ts';
export { ResourceAuthority } from './resource-authority.ts';
export { guardedLookup, UnreachableAddress } from './guarded-lookup.ts';
export {
  loadConfig,
  settings,
  type Config,
  type EmbedderConfig,
  type OidcConfig,
  type ServerConfig,
} from './config.ts';
export { addressOf, RESOURCE_METADATA, resourceOf, scopeChallengeOf } from './challenge.ts';
export { AccessTokens } from './access-tokens.ts';
export { fieldIssues } from './field-issues.ts';
export { readText, readTextApart } from './long-texts.ts';
export { SpareTime } from './spare-time.ts';
export { TextThread, ThreadNotStartedError, type Outcome } from './text-thread.ts';
export { mapYielding } from './map-yielding.ts';
export { Pace } from './pace.ts';
export { maskedCountsOf, maskInput, refuseSecret, type MaskedKinds } from './mask-input.ts';
export { Metrics } from './metrics.ts';
export { OnEvent } from './on-event.ts';
export { OpenStreams } from './open-streams.ts';
export { isForbiddenHost, WebhookNetworks, type ReachableNetworks } from './reachable-addresses.ts';
export { RateLimit } from './rate-limit.ts';
export { PeriodicTasks } from './periodic-tasks.ts';
export { Serves } from './serves.ts';
export { cookieOf, clearSessionCookie, isFromConsole, sessionOf, setCookie } from './session.ts';
export { ServiceTokens } from './service-tokens.ts';
export { exitWithError, runService } from './run-service.ts';
export { requestId } from './request-id.ts';
export { runInSpan, traceHeaders, currentTraceparent } from './tracing.ts';
export { startService, type RunningService, type ServiceOptions } from './start-service.ts';
export { parseBody } from './parse-input.ts';
export { Uses } from './uses.ts';
export { limitThreads } from './limit-threads.ts';
export { watchLoop } from './watch-loop.ts';
export { RequestSamples } from './request-samples.ts';
export { joinSlots, SampleSharing, totalOf } from './sample-sharing.ts';
export { AgentCallRecorder } from './agent-call-recorder.ts';
export { DeniedCallCounts } from './denied-calls.ts';
export { UseCounter } from './use-counter.ts';
export { FullIds } from './full-ids.ts';
