import { spawn } from 'node:child_process';
import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { keepLoopbackDirect } from '@cairn/client';
import {
  createAsk,
  answerPreTool,
  answerPrompt,
  answerSessionStart,
  type HookAnswer,
  type HookInput,
} from './answer.ts';
import type { HookOutcome } from '@cairn/connect/hook-runs';
import { hookStateFolder } from '@cairn/connect/places';
import { projectOf } from '@cairn/importers/project';
import { readHookConfig, type HookConfig } from './config.ts';
import { recordRun, outcomeOf } from './note-run.ts';

/** Maps an event to its time budget in ms, from the start of the process to its end. */
const BUDGET_MS_BY_EVENT: Readonly<Record<string, number>> = { 'session-start': 2_000, prompt: 800, 'pre-tool': 300 };
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

/**
 * Runs `hook <event>`: asks the server and answers within the event's budget, or saves the transcript in the background. On any
 * failure, the agent continues as if there were no hook.
 */
async function runHook([event = '', ...flags]: readonly string[]): Promise<number> {
  keepLoopbackDirect(process.env);
  const budget = BUDGET_MS_BY_EVENT[event];
  const home = process.env['HOME'] || homedir();
  const settings = readHookConfig(process.env, home);
  if (event !== 'send') endBy(budget ?? OTHER_BUDGET_MS, () => settings && noteRun(home, event, 'late'));
  if (!settings) return 0;
  if (event === 'send') return sendNow(settings, home, flags);

  const input = await readInput();
  const config = await withProject(settings, input);
  if (event !== 'prompt' && event !== 'pre-tool')
    sendInBackground(input, { project: config.project, isEnd: event === 'session-end' });
  if (budget === undefined) return 0;
  const leftMs = Math.floor(budget - ANSWER_MARGIN_MS - performance.now());
  if (leftMs < ANSWER_MS_MIN) return endWithoutOutput(home, event, 'late');
  const answer = await answerTo(event, config, input, { leftMs, flags }).catch(outcomeOf);
  if (typeof answer === 'string') return endWithoutOutput(home, event, answer);
  process.stdout.write(answer.stdout);
  noteRun(home, event, answer.isLate ? 'late' : 'answered');
  if (answer.forbidden === undefined) return 0;
  process.stderr.write(answer.forbidden);
  return FORBIDDEN_EXIT_CODE;
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

function endWithoutOutput(home: string, event: string, outcome: HookOutcome): number {
  noteRun(home, event, outcome);
  return 0;
}

/**
 * Records the outcome of a run at an event that asks the server. Runs at other events cannot be late and are not
 * recorded.
 */
function noteRun(home: string, event: string, outcome: HookOutcome): void {
  if (BUDGET_MS_BY_EVENT[event] === undefined) return;
  recordRun({ env: process.env, home }, { at: Date.now(), event, outcome, ms: Math.round(performance.now()) });
}

async function answerTo(
  event: string,
  config: HookConfig,
  input: HookInput,
  { leftMs, flags }: { leftMs: number; flags: readonly string[] },
): Promise<HookAnswer> {
  const ask = createAsk(config, { event, timeoutMs: leftMs });
  if (event === 'session-start') return answerSessionStart(ask, config, input);
  if (event === 'prompt') return answerPrompt(ask, config, input);
  const shape = flags.includes('--exit-code') ? 'exit' : 'claude-code';
  // Makes the server answer a little before the hook stops waiting.
  return answerPreTool(ask, config, input, { waitMs: Math.max(50, leftMs - ANSWER_MARGIN_MS), shape });
}

async function readInput(): Promise<HookInput> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of process.stdin) {
    bytes += (part as Buffer).length;
    if (bytes > STDIN_BYTES_MAX) break;
    parts.push(part as Buffer);
  }
  const value: unknown = JSON.parse(Buffer.concat(parts).toString() || '{}');
  return typeof value === 'object' && value !== null ? value : {};
}

/** Adds the project of the folder, unless the settings name one. */
async function withProject(settings: HookConfig, input: HookInput): Promise<HookConfig> {
  const project = settings.project ?? (await projectOf(folderOf(input)));
  return project === undefined ? settings : { ...settings, project };
}

/** Folder in which the agent works. If the client does not tell it, the folder of this process. */
const folderOf = ({ cwd }: HookInput): string => (typeof cwd === 'string' && cwd !== '' ? cwd : process.cwd());

/**
 * Sends the transcript from a detached process, so that the agent does not wait. At the end of a session, also names
 * the session.
 */
function sendInBackground(
  { transcript_path, session_id }: HookInput,
  { project, isEnd }: { readonly project: string | undefined; readonly isEnd: boolean },
): void {
  const transcript = typeof transcript_path === 'string' ? [transcript_path] : [];
  const ended = isEnd && transcript.length > 0 && typeof session_id === 'string' ? [session_id] : [];
  const args = [fileURLToPath(import.meta.url), 'send', ...transcript, ...ended];
  const env = { ...process.env, ...(project !== undefined && { CAIRN_PROJECT: project }) };
  spawn(process.execPath, args, { detached: true, stdio: 'ignore', env })
    .once('error', () => {})
    .unref();
}

async function sendNow(config: HookConfig, home: string, [transcript, ended]: readonly string[]): Promise<number> {
  // Loads the module on demand, since the other events do not need it.
  const { endSession, sendTranscript, sendSpooled } = await import('./transcripts.ts');
  const folder = hookStateFolder({ env: process.env, home });
  if (transcript !== undefined) await sendTranscript(config, folder, transcript);
  await sendSpooled(config, folder);
  if (ended !== undefined) await endSession(config, ended);
  return 0;
}

// Exits explicitly, since open sockets or a slow server would keep the process alive.
runHook(process.argv.slice(2)).then(
  (code) => process.exit(code),
  () => process.exit(0),
);
