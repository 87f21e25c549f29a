import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export interface Ended {
  readonly exitCode: number;
  /** Ends with the time limit that it was killed at, if it was. */
  readonly output: string;
}

export interface ProgramOptions {
  readonly timeoutMs: number;
  /** Shows the output while it comes, beside keeping it. */
  readonly isShown?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs a program under this Node and keeps what it says. After the time limit it is killed with all that it started,
 * and so it is when this process is told to end.
 */
export async function runProgram(args: readonly string[], options: ProgramOptions): Promise<Ended> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (options.isShown) process.stdout.write(chunk);
    });
  }
  const timer = setTimeout(() => {
    output += `\nKilled after ${seconds(options.timeoutMs)}.\n`;
    killGroup(child.pid);
  }, options.timeoutMs);
  const onExit = () => killGroup(child.pid);
  const onEnd = () => process.exit(130);
  process.once('exit', onExit).once('SIGINT', onEnd).once('SIGTERM', onEnd);
  try {
    const exitCode = await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(code ?? 1));
    });
    return { exitCode, output };
  } finally {
    clearTimeout(timer);
    process.off('exit', onExit).off('SIGINT', onEnd).off('SIGTERM', onEnd);
  }
}

/** Kills a process that leads a group, and all that it started. */
export function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It ended by itself in the meantime.
  }
}

/** What Jest needs to load packages that are ESM only. */
export const jestEnv = { NODE_OPTIONS: '--experimental-vm-modules --no-warnings' };

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
