import { requestOf, sendRequest, type Endpoint, type SentParts } from '@cairn/client';
import { maskText } from '@cairn/masking';
import type { HookClient, HookMoment } from '@cairn/connect/hook-clients';
import { actionOf } from './action.ts';
import { formatAnswer, type Said } from './answer-forms.ts';
import type { HookConfig } from './config.ts';
import type { HookInput } from './input.ts';
import type { LateCount } from './late-count.ts';

/**
 * Answer to the agent client: text for its standard output (`stdout`) and, if exit code 2 reports that an action is
 * forbidden, the reason (`forbidden`).
 */
export interface HookAnswer {
  readonly stdout: string;
  /** True when the server answered before its search was complete. */
  readonly isLate?: true;
  readonly forbidden?: string;
}

/** Calls the server within the remaining time budget. */
export type Ask = (endpoint: Endpoint, sent: SentParts) => Promise<Readonly<Record<string, unknown>>>;

export const createAsk =
  (
    { url, key }: HookConfig,
    { event, timeoutMs, late }: { readonly event: string; readonly timeoutMs: number; readonly late?: LateCount },
  ): Ask =>
  async (endpoint, sent) => {
    const lateCount = late?.get() ?? 0;
    // Tells the server that a hook asks, how long it waits, and how many answers came too late before.
    const headers = { [HOOK_HEADER]: `${event}; wait=${timeoutMs}; late=${lateCount}` };
    const answer = await sendRequest(requestOf(endpoint, url, { ...sent, headers }), { key, timeoutMs });
    late?.subtract(lateCount);
    return typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {};
  };

/** Name of the header, repeated from the contracts, which the hook does not load while an agent waits. */
const HOOK_HEADER = 'X-Cairn-Hook';

const WAKE_ROUTE = { method: 'GET', path: '/v1/recall/wake' };
const RECALL_ROUTE = { method: 'POST', path: '/v1/recall' };
const PREFLIGHT_ROUTE = { method: 'POST', path: '/v1/recall/preflight' };

const BRIEFING_CHARS = 6_000;
/** Length of the briefing of an agent that continues: after a compaction, and of a subagent. */
const SHORT_BRIEFING_CHARS = 2_000;
const HITS_MAX = 5;
const HITS_CHARS = 4_000;
const PROMPT_CHARS = { min: 8, max: 2_000 };
const ACTION_CHARS = { min: 3, max: 10_000 };
/** Minimum score of a shown hit. A hit with a lower score is more often about a merely similar topic than a help. */
const SCORE_MIN = 0.25;

/**
 * A text is read and masked up to this many times the length that is sent, since reading the rest of a pasted file
 * would cost time.
 */
const READ_FACTOR = 10;

/** Masks secrets and private text, which never leave the machine, and cuts the result to `max` characters. */
const maskAndCut = (text: string, max: number) =>
  maskText(text.slice(0, READ_FACTOR * max), { secrets: true })
    .text.slice(0, max)
    .toWellFormed();

/** The client that runs the hook, and the settings of its agent. */
export interface Asker {
  readonly client: HookClient;
  readonly config: HookConfig;
}

/**
 * Requests a briefing at the start of a session. After a compaction and for a subagent, requests the rules and the hand-off of
 * the same session instead, since the agent continues its own work.
 */
export async function answerSessionStart(
  ask: Ask,
  { client, config: { channel, project } }: Asker,
  { moment, input: { session, source } }: { readonly moment: HookMoment; readonly input: HookInput },
): Promise<HookAnswer> {
  const isContinued = session !== undefined && (source === 'compact' || moment === 'subagent-start');
  const which = isContinued
    ? { compacted: session, budgetChars: SHORT_BRIEFING_CHARS }
    : { sessionKey: session, budgetChars: BRIEFING_CHARS };
  const briefing = await ask(WAKE_ROUTE, { query: { channel, project, ...which } });
  const parts = ['instructions', 'goals', 'changed', 'decisions'].map((name) => briefing[name]);
  const isEmpty =
    !briefing['lastSession'] &&
    !briefing['handoff'] &&
    parts.every((part) => !Array.isArray(part) || part.length === 0);
  return isEmpty ? emptyAnswer : contextAnswer(client, moment, briefing['injectionBlock']);
}

/** Requests the memories that are similar to a prompt. */
export async function answerPrompt(
  ask: Ask,
  { client, config: { channel, project } }: Asker,
  { prompt = '' }: HookInput,
): Promise<HookAnswer> {
  const text = prompt.trim();
  if (text.length < PROMPT_CHARS.min || text.startsWith('/')) return emptyAnswer;
  const body = {
    query: maskAndCut(text, PROMPT_CHARS.max),
    limit: HITS_MAX,
    minScore: SCORE_MIN,
    budgetChars: HITS_CHARS,
  };
  const answer = await ask(RECALL_ROUTE, {
    body: { ...body, sources: 'without-messages', detail: 'passages', channel, project },
  });
  const { hits } = answer;
  return Array.isArray(hits) && hits.length > 0
    ? contextAnswer(client, 'prompt', answer['injectionBlock'])
    : emptyAnswer;
}

/**
 * Requests the rules and lessons that apply to a tool call. If the answer can only be a denial and the settings ask for none,
 * requests nothing. `byExitCode` reports a denial by the exit code, for clients that read no decision.
 */
export async function answerPreTool(
  ask: Ask,
  { client, config: { channel, project, block } }: Asker,
  { input, waitMs, byExitCode }: { readonly input: HookInput; readonly waitMs: number; readonly byExitCode: boolean },
): Promise<HookAnswer> {
  const action = block || client.isAdvisedBeforeTools ? actionOf(client, input) : undefined;
  if (action === undefined || action.trim().length < ACTION_CHARS.min) return emptyAnswer;
  const body = { action: maskAndCut(action, ACTION_CHARS.max), channel, project, waitMs };
  const { verdict, items, checklist } = await ask(PREFLIGHT_ROUTE, { body });
  if (verdict === 'stop' && block) return denialAnswer(client, String(checklist), byExitCode);
  const isLate = verdict === 'not-checked';
  // A rule that was found in time is reported, even if the rest of the search was late.
  const isRelevant =
    verdict === 'stop' || verdict === 'caution' || (isLate && Array.isArray(items) && items.length > 0);
  const answer = isRelevant && client.isAdvisedBeforeTools ? contextAnswer(client, 'pre-tool', checklist) : emptyAnswer;
  return isLate ? { ...answer, isLate } : answer;
}

const denialAnswer = (client: HookClient, denied: string, byExitCode: boolean): HookAnswer =>
  byExitCode ? { stdout: '', forbidden: denied } : { stdout: formatAnswer(client, 'pre-tool', { denied }) };

const emptyAnswer: HookAnswer = { stdout: '' };

function contextAnswer(client: HookClient, moment: HookMoment, context: unknown): HookAnswer {
  if (typeof context !== 'string' || context === '') return emptyAnswer;
  const said: Said = { context };
  return { stdout: formatAnswer(client, moment, said) };
}
