import { RouteCaller } from '@cairn/ports';
import { Global, Module } from '@nestjs/common';
import { APP_FILTER, DiscoveryModule } from '@nestjs/core';
import { Callers } from './auth.ts';
import { DeniedCallCounts } from './denied-calls.ts';
import { Drain } from './drain.ts';
import { ErrorFilter } from './error.filter.ts';
import { EventHandlers } from './event-handlers.ts';
import { FullIds } from './full-ids.ts';
import { HealthOfProcess } from './health.ts';
import { HealthController } from './health.controller.ts';
import { Metrics } from './metrics.ts';
import { DependencyMeasures } from './metrics-of-dependencies.ts';
import { OpenStreams } from './open-streams.ts';
import { OperatorServer } from './operator-server.ts';
import { RateLimit } from './rate-limit.ts';
import { ServedRoutes } from './served-routes.ts';
import { ShutdownDeadline } from './shutdown-deadline.ts';
import { RequestSamples } from './request-samples.ts';
import { SampleSharing } from './sample-sharing.ts';
import { AgentCallRecorder } from './agent-call-recorder.ts';
import { UseCounter } from './use-counter.ts';

/** Providers that every service has: authentication, validation, error answers, health and measures. */
@Global()
@Module({
  imports: [DiscoveryModule],
  controllers: [HealthController],
  providers: [
    Metrics,
    DependencyMeasures,
    EventHandlers,
    Callers,
    RateLimit,
    DeniedCallCounts,
    UseCounter,
    AgentCallRecorder,
    RequestSamples,
    SampleSharing,
    OpenStreams,
    HealthOfProcess,
    OperatorServer,
    Drain,
    ShutdownDeadline,
    FullIds,
    ServedRoutes,
    { provide: RouteCaller, useExisting: ServedRoutes },
    { provide: APP_FILTER, useClass: ErrorFilter },
  ],
  exports: [
    Callers,
    FullIds,
    Metrics,
    EventHandlers,
    OpenStreams,
    RateLimit,
    RouteCaller,
    UseCounter,
    AgentCallRecorder,
    DeniedCallCounts,
    RequestSamples,
    SampleSharing,
  ],
})
export class PlatformModule {}
