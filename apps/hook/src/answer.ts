import { requestOf, sendRequest, type Endpoint, type SentParts } from '@cairn/client';
import { maskText } from '@cairn/masking';
import { actionOf } from './action.ts';
import type { HookConfig } from './config.ts';

/** Fields of the agent client's input that the hook reads. */
export interface HookInput {
  readonly session_id?: unknown;
  /** Folder in which the agent works. */
  readonly cwd?: unknown;
  /** Why a session starts: `startup`, `resume`, `clear` or `compact`. */
  readonly source?: unknown;
  readonly transcript_path?: unknown;
  readonly prompt?: unknown;
  readonly tool_name?: unknown;
  readonly tool_input?: unknown;
}

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
  ({ url, key }: HookConfig, { event, timeoutMs }: { readonly event: string; readonly timeoutMs: number }): Ask =>
  async (endpoint, sent) => {
    // Tells the server that a hook asks, and how long it waits, so that the server can count late answers.
    const headers = { 'X-Cairn-Hook': `${event}; wait=${timeoutMs}` };
    const answer = await sendRequest(requestOf(endpoint, url, { ...sent, headers }), { key, timeoutMs });
    return typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {};
  };

const WAKE_ROUTE = { method: 'GET', path: '/v1/recall/wake' };
const RECALL_ROUTE = { method: 'POST', path: '/v1/recall' };
const PREFLIGHT_ROUTE = { method: 'POST', path: '/v1/recall/preflight' };

const BRIEFING_CHARS = 6_000;
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

/**
 * Requests a briefing at the start of a session. After a compaction, requests the hand-off of the same session instead,
 * since the agent continues its own work.
 */
export async function answerSessionStart(
  ask: Ask,
  { channel, project }: HookConfig,
  { session_id, source }: HookInput,
): Promise<HookAnswer> {
  const session = typeof session_id === 'string' ? session_id : undefined;
  const which = source === 'compact' ? { compacted: session } : { sessionKey: session };
  const briefing = await ask(WAKE_ROUTE, { query: { channel, project, ...which, budgetChars: BRIEFING_CHARS } });
  const parts = ['instructions', 'goals', 'changed', 'decisions'].map((name) => briefing[name]);
  const isEmpty =
    !briefing['lastSession'] &&
    !briefing['handoff'] &&
    parts.every((part) => !Array.isArray(part) || part.length === 0);
  return isEmpty ? emptyAnswer : contextAnswer('SessionStart', briefing['injectionBlock']);
}

/** Requests the memories that are similar to a prompt. */
export async function answerPrompt(ask: Ask, { channel, project }: HookConfig, input: HookInput): Promise<HookAnswer> {
  const text = typeof input.prompt === 'string' ? input.prompt.trim() : '';
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
    ? contextAnswer('UserPromptSubmit', answer['injectionBlock'])
    : emptyAnswer;
}

/**
 * Requests the rules and lessons that apply to a tool call. `shape` is the form of a refusal that the client expects.
 */
export async function answerPreTool(
  ask: Ask,
  { channel, project, block }: HookConfig,
  { tool_name, tool_input }: HookInput,
  { waitMs, shape }: { waitMs: number; shape: 'claude-code' | 'exit' },
): Promise<HookAnswer> {
  const action = actionOf(tool_name, tool_input);
  if (action === undefined || action.trim().length < ACTION_CHARS.min) return emptyAnswer;
  const body = { action: maskAndCut(action, ACTION_CHARS.max), channel, project, waitMs };
  const { verdict, checklist } = await ask(PREFLIGHT_ROUTE, { body });
  if (verdict === 'not-checked') return { ...emptyAnswer, isLate: true };
  if (verdict !== 'stop' && verdict !== 'caution') return emptyAnswer;
  if (verdict === 'stop' && block) return refusalAnswer(String(checklist), shape);
  return contextAnswer('PreToolUse', checklist);
}

function refusalAnswer(reason: string, shape: 'claude-code' | 'exit'): HookAnswer {
  if (shape === 'exit') return { stdout: '', forbidden: reason };
  const decision = { permissionDecision: 'deny', permissionDecisionReason: reason };
  return { stdout: JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...decision } }) };
}

const emptyAnswer: HookAnswer = { stdout: '' };

const contextAnswer = (hookEventName: string, additionalContext: unknown): HookAnswer =>
  typeof additionalContext === 'string' && additionalContext !== ''
    ? { stdout: JSON.stringify({ hookSpecificOutput: { hookEventName, additionalContext } }) }
    : emptyAnswer;
