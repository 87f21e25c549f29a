import {
  HOOK_HEADER,
  HookEvent,
  limits,
  routes,
  storesInput,
  type OrgId,
  type Route,
  type RouteName,
} from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { maskText } from '@cairn/masking';
import { agentCalls, type AgentCallsStore, type NewAgentCall } from '@cairn/store';
import { Injectable, Logger, Optional, type OnApplicationShutdown } from '@nestjs/common';
import { memoryIdsIn } from './memory-ids-in.ts';
import { RequestSamples, type SampledCall } from './request-samples.ts';
import { Uses } from './uses.ts';

const PAUSE_MS = 1_000;
/** The most questions that wait in memory; further ones are dropped. */
const WAITING_MAX = 2_000;
/** A question is masked up to this many times the length that is kept, so that no secret is cut in two before. */
const READ_FACTOR = 4;

interface Waiting extends NewAgentCall {
  readonly orgId: OrgId;
}

/** One call of a route: its input and answer, and how long it took. */
interface AnsweredCall {
  readonly input: { readonly query?: unknown; readonly body?: unknown };
  readonly answer: unknown;
  readonly tookMs: number;
  /** Value of the header `X-Cairn-Hook`, if a hook asked. */
  readonly hookHeader?: string | undefined;
}

/**
 * Records what agents ask, for their owners. Collects the questions in memory and stores them a second later, so that no
 * answer waits for a write. A killed process loses the questions of its last second.
 */
@Injectable()
export class AgentCallRecorder implements OnApplicationShutdown {
  private readonly logger = new Logger(AgentCallRecorder.name);
  private waiting: Waiting[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Optional() @Uses(agentCalls) private readonly calls?: AgentCallsStore,
    @Optional() private readonly samples?: RequestSamples,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await this.flush();
  }

  /** Records a call of an agent, if the route answers questions. */
  record(name: RouteName, principal: Principal, call: AnsweredCall): void {
    const { asks, counts }: Route = routes[name];
    this.samples?.note({ kind: kindOf(name), tookMs: call.tookMs, isLate: readHook(call).isLate });
    if (!asks || !counts || principal.kind !== 'agent' || this.waiting.length >= WAITING_MAX) return;
    const itemIds = [...memoryIdsIn(call.answer)];
    const asked = { ...fieldsOf(call.input.query), ...fieldsOf(call.input.body) };
    this.waiting.push({
      ...{ orgId: principal.orgId, principalId: principal.principalId, at: Date.now(), act: counts },
      question: questionOf(
        principal,
        asks.map((field) => asked[field]),
      ),
      project: typeof asked['project'] === 'string' ? asked['project'] : null,
      hits: itemIds.length,
      itemIds: itemIds.slice(0, limits.agentCallItems.max),
      tookMs: Math.round(call.tookMs),
      ...readHook(call),
    });
    this.timer ??= setTimeout(() => void this.flush(), PAUSE_MS).unref();
  }

  private async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const stored = this.waiting;
    this.waiting = [];
    for (const [orgId, calls] of Map.groupBy(stored, (each) => each.orgId))
      await this.calls
        ?.add({ orgId, calls: calls.map(({ orgId: _, ...call }) => call) })
        .catch((error: unknown) => this.logger.warn(`Questions of agents could not be stored: ${String(error)}`));
  }
}

/** Kind of a route for the samples: writes of items, recalls of items, and all others. */
function kindOf(name: RouteName): SampledCall['kind'] {
  const { counts, role, isWrite }: Route = routes[name];
  if (counts === 'recall') return 'recall';
  return storesInput({ role, ...(isWrite && { isWrite }) }) && role !== 'operator' ? 'write' : 'other';
}

const fieldsOf = (part: unknown): Readonly<Record<string, unknown>> =>
  typeof part === 'object' && part !== null ? (part as Record<string, unknown>) : {};

function questionOf({ masking }: Principal, parts: readonly unknown[]): string {
  const text = parts.filter((part) => typeof part === 'string').join(' ↔ ');
  const { max } = limits.agentCallText;
  return maskText(text.slice(0, max * READ_FACTOR), { secrets: masking !== 'off' })
    .text.slice(0, max)
    .toWellFormed();
}

const HOOK = /^([a-z-]+); wait=(\d{1,6})(?:; late=(\d{1,6}))?$/;

/**
 * Reads who asked: a hook at some moment, whether the answer came after the hook had stopped waiting, and the late answers that
 * the hook counted before.
 */
function readHook({
  hookHeader = '',
  tookMs,
  answer,
}: AnsweredCall): Pick<NewAgentCall, 'hook' | 'isLate' | 'lateReported'> {
  const [, event, waitMs, late] = HOOK.exec(hookHeader) ?? [];
  const hook = HookEvent.safeParse(event).data ?? null;
  const isUnchecked = fieldsOf(answer)['verdict'] === 'not-checked';
  const isLate = hook !== null && (isUnchecked || tookMs > Number(waitMs));
  return { hook, isLate, ...(late !== undefined && { lateReported: Number(late) }) };
}

/** Name of the hook's header as requests have it. */
export const hookHeaderName = HOOK_HEADER.toLowerCase();
