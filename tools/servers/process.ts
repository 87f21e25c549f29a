import { execFile, spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { killGroup, seconds } from '../common/program.ts';
import { findOnPath, isRoot } from './machine.ts';
import type { Running } from './server.ts';

const LOOK_MS = 50;
const STOP_MS = 15_000;
const NOBODY = 65_534;

export interface ServerProcess {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Folder of the server's data and its output in server.log. */
  readonly folder: string;
  readonly url: string;
  /** Line that the server prints when it is ready. */
  readonly readyLine: RegExp;
  readonly readyMs: number;
  readonly stopSignal?: 'SIGTERM' | 'SIGINT';
  /** True to run it as nobody when this process is root. */
  readonly isNeverRoot?: boolean;
}

export async function startProcess(server: ServerProcess): Promise<Running> {
  if (server.isNeverRoot) giveToNobody(server.folder);
  const signal = server.stopSignal ?? 'SIGTERM';
  const child = await spawnInto(logOf(server.folder), server, signal);
  const endWithUs = () => killGroup(child.pid);
  process.once('exit', endWithUs);
  child.once('exit', () => process.off('exit', endWithUs));
  try {
    await untilReady(child, server);
  } catch (error) {
    killGroup(child.pid);
    throw error;
  }
  return { url: server.url, pid: child.pid!, stop: () => stop(child, signal) };
}

/** Runs one step of a set-up to its end, as the user of the server. */
export async function runStep(command: string, args: readonly string[], timeoutMs: number): Promise<void> {
  await promisify(execFile)(command, args, { ...asNobody(), timeout: timeoutMs });
}

/** Transfers a folder to the user nobody if this process is root. */
export function giveToNobody(folder: string): void {
  if (isRoot) spawnSync('chown', ['-R', `${NOBODY}:${NOBODY}`, folder]);
}

const asNobody = () => (isRoot ? { uid: NOBODY, gid: NOBODY } : {});
const logOf = (folder: string) => join(folder, 'server.log');
const lastLine = (text: string) => text.trimEnd().split('\n').at(-1) ?? '';

/** Wraps a command on Linux so that it receives the signal when this process dies, in whatever way. */
export function boundToUs(command: string, args: readonly string[], signal: string): [string, ...string[]] {
  const setpriv = findOnPath('setpriv', process);
  return setpriv ? [setpriv, '--pdeathsig', signal.slice('SIG'.length), command, ...args] : [command, ...args];
}

/** Starts the server in a process group of its own, so that Ctrl-C does not reach it. */
async function spawnInto(log: string, server: ServerProcess, signal: string): Promise<ChildProcess> {
  const [command, ...args] = boundToUs(server.command, server.args, signal);
  const output = openSync(log, 'w');
  const child = spawn(command, args, {
    cwd: server.folder,
    env: { ...process.env, ...server.env },
    stdio: ['ignore', output, output],
    detached: true,
    ...(server.isNeverRoot ? asNobody() : {}),
  });
  closeSync(output);
  await once(child, 'spawn');
  return child;
}

async function untilReady(child: ChildProcess, { folder, readyLine, readyMs }: ServerProcess): Promise<void> {
  const giveUpAt = performance.now() + readyMs;
  for (;;) {
    const said = readFileSync(logOf(folder), 'utf8');
    if (hasEnded(child)) throw new Error(`it ended at once: ${lastLine(said)}`);
    if (readyLine.test(said)) return;
    if (performance.now() > giveUpAt) throw new Error(`it was not ready after ${seconds(readyMs)}: ${lastLine(said)}`);
    await sleep(LOOK_MS);
  }
}

async function stop(child: ChildProcess, signal: 'SIGTERM' | 'SIGINT'): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  const timer = setTimeout(() => killGroup(child.pid), STOP_MS);
  child.kill(signal);
  await ended;
  clearTimeout(timer);
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;
