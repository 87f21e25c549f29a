import { spawn } from 'node:child_process';
import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { keepLoopbackDirect } from '@cairn/client';
import { findHookClient, type HookClient, type HookMoment } from '@cairn/connect/hook-clients';
import type { HookOutcome } from '@cairn/connect/hook-runs';
import { DEFAULT_HOOK_CLIENT, hookStateFolder } from '@cairn/connect/places';
import { createAsk, answerPreTool, answerPrompt, answerSessionStart, type Asker, type HookAnswer } from './answer.ts';
import { projectOf } from '@cairn/importers/project';
import { readHookConfig, type HookConfig } from './config.ts';
import { readHookInput, type HookInput } from './input.ts';
import { LateCount } from './late-count.ts';
import { recordRun, outcomeOf } from './note-run.ts';

/**
 * Maps a moment to its time budget in ms, from the start of the process to its end. Only a busy machine uses it
 * up.
 */
const BUDGET_MS_BY_EVENT: Readonly<Record<string, number>> = {
  'session-start': 2_000,
  'subagent-start': 2_000,
  prompt: 800,
  'pre-tool': 1_500,
};
/** Maximum time in ms that the server searches before a tool; the rest of the budget is for a machine that is slow to start processes. */
const SEARCH_MS_MAX = 700;
/** Time in ms that ending the process takes, and the minimum time in ms within which an answer can arrive. */
const ANSWER_MARGIN_MS = 30;
const ANSWER_MS_MIN = 40;
/**
 * Time budget in ms of all events without an entry in `BUDGET_MS_BY_EVENT`. At such an event, the hook asks nothing: it reads
 * its input and continues in the background.
 */
const OTHER_BUDGET_MS = 1_000;
const STDIN_BYTES_MAX = 4 * 1024 * 1024;
const FORBIDDEN_EXIT_CODE = 2;

/** Moments at which messages of the session may be new. */
const KEEPING_MOMENTS = new Set(['session-start', 'message', 'stop', 'pre-compact', 'session-end']);

/** Moments of which a client whose hooks carry the texts tells what was said. */
const TELLING_MOMENTS = new Set(['message', 'stop']);

/**
 * Runs `hook <event>`: asks the server and answers within the event's budget, or saves the transcript in the background. On any
 * failure, the agent continues as if there were no hook.
 */
async function runHook([event = '', ...flags]: readonly string[]): Promise<number> {
  keepLoopbackDirect(process.env);
  const client = clientIn(flags);
  const budget = BUDGET_MS_BY_EVENT[event];
  const home = process.env['HOME'] || homedir();
  const settings = readHookConfig(process.env, home, client.id);
  if (event !== 'send') endBy(budget ?? OTHER_BUDGET_MS, () => settings && noteRun({ client, home }, event, 'late'));
  if (!settings) return 0;
  if (event === 'send') return sendNow({ client, config: settings }, home, flags);

  const input = readHookInput(await readInput());
  const config = await withProject(settings, input);
  if (KEEPING_MOMENTS.has(event)) await keepInBackground({ client, config }, { event, input, home });
  if (budget === undefined) return 0;
  const leftMs = Math.floor(budget - ANSWER_MARGIN_MS - performance.now());
  if (leftMs < ANSWER_MS_MIN) return endWithoutOutput({ client, home }, event, 'late');
  const answer = await answerTo(
    event,
    { client, config },
    { input, leftMs, flags, late: lateCountOf({ client, home }) },
  ).catch(outcomeOf);
  if (typeof answer === 'string') return endWithoutOutput({ client, home }, event, answer);
  process.stdout.write(answer.stdout);
  noteRun({ client, home }, event, answer.isLate ? 'late' : 'answered');
  if (answer.forbidden === undefined) return 0;
  process.stderr.write(answer.forbidden);
  return FORBIDDEN_EXIT_CODE;
}

/** The client that runs the hook, and the home folder of its user. */
interface Runner {
  readonly client: HookClient;
  readonly home: string;
}

const lateCountOf = ({ client, home }: Runner): LateCount =>
  new LateCount(hookStateFolder({ env: process.env, home }), client.id);

function clientIn(flags: readonly string[]): HookClient {
  const at = flags.indexOf('--client');
  return findHookClient(flags[at + 1] ?? '') ?? findHookClient(DEFAULT_HOOK_CLIENT)!;
}

/**
 * Ends the process when the budget is used up, whatever the process is waiting for, such as an input that never ends or
 * a server that sends a byte a second.
 */
function endBy(budgetMs: number, beforeEnd: () => void): void {
  const end = () => {
    beforeEnd();
    process.exit(0);
  };
  setTimeout(end, Math.max(0, budgetMs - ANSWER_MARGIN_MS / 2 - performance.now())).unref();
}

function endWithoutOutput(runner: Runner, event: string, outcome: HookOutcome): number {
  noteRun(runner, event, outcome);
  return 0;
}

/**
 * Records the outcome of a run at an event that asks the server. Runs at other events cannot be late and are not
 * recorded.
 */
function noteRun({ client, home }: Runner, event: string, outcome: HookOutcome): void {
  if (BUDGET_MS_BY_EVENT[event] === undefined) return;
  if (outcome === 'late') lateCountOf({ client, home }).add();
  recordRun({ env: process.env, home }, { at: Date.now(), event, outcome, ms: Math.round(performance.now()) });
}

interface AnswerOptions {
  readonly input: HookInput;
  readonly leftMs: number;
  readonly flags: readonly string[];
  readonly late: LateCount;
}

async function answerTo(
  event: string,
  asker: Asker,
  { input, leftMs, flags, late }: AnswerOptions,
): Promise<HookAnswer> {
  const ask = createAsk(asker.config, { event, timeoutMs: leftMs, late });
  if (event === 'prompt') return answerPrompt(ask, asker, input);
  if (event !== 'pre-tool') return answerSessionStart(ask, asker, { moment: event as HookMoment, input });
  const byExitCode = flags.includes('--exit-code');
  // Makes the server answer a little before the hook stops waiting.
  const waitMs = Math.min(SEARCH_MS_MAX, Math.max(50, leftMs - ANSWER_MARGIN_MS));
  return answerPreTool(ask, asker, { input, waitMs, byExitCode });
}

async function readInput(): Promise<unknown> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of process.stdin) {
    bytes += (part as Buffer).length;
    if (bytes > STDIN_BYTES_MAX) break;
    parts.push(part as Buffer);
  }
  return JSON.parse(Buffer.concat(parts).toString() || '{}') as unknown;
}

/** Adds the project of the folder, unless the settings name one. */
async function withProject(settings: HookConfig, input: HookInput): Promise<HookConfig> {
  const project = settings.project ?? (await projectOf(input.folder));
  return project === undefined ? settings : { ...settings, project };
}

/**
 * Keeps what was said, without letting the agent wait: a detached process sends it. At the end of a session, it also names
 * the session to the server.
 */
async function keepInBackground(
  { client, config }: Asker,
  { event, input, home }: { readonly event: string; readonly input: HookInput; readonly home: string },
): Promise<void> {
  if (client.transcript === 'messages' && TELLING_MOMENTS.has(event)) {
    const { spoolSaid } = await import('./said.ts');
    await spoolSaid({ client, config }, input, hookStateFolder({ env: process.env, home }));
  }
  const transcript = input.transcript === undefined ? [] : ['--transcript', input.transcript];
  const ended = event === 'session-end' && input.session !== undefined ? ['--ended', input.session] : [];
  const args = [fileURLToPath(import.meta.url), 'send', '--client', client.id, ...transcript, ...ended];
  const env = { ...process.env, ...(config.project !== undefined && { CAIRN_PROJECT: config.project }) };
  spawn(process.execPath, args, { detached: true, stdio: 'ignore', env })
    .once('error', () => {})
    .unref();
}

async function sendNow({ client, config }: Asker, home: string, flags: readonly string[]): Promise<number> {
  // Loads the module on demand, since the other events do not need it.
  const { endSession, sendTranscript, sendSpooled } = await import('./transcripts.ts');
  const folder = hookStateFolder({ env: process.env, home });
  const { transcript, ended } = parseArgs({
    args: [...flags],
    options: { client: { type: 'string' }, transcript: { type: 'string' }, ended: { type: 'string' } },
  }).values;
  if (transcript !== undefined) await sendTranscript({ client, config }, folder, transcript);
  await sendSpooled({ client, config }, folder);
  if (ended !== undefined) await endSession(config, ended);
  return 0;
}

// Exits explicitly, since open sockets or a slow server would keep the process alive.
runHook(process.argv.slice(2)).then(
  (code) => process.exit(code),
  () => process.exit(0),
);
