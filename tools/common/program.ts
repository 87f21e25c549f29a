import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root of the repository, above this source or above a bundle of it. */
export const root = rootAbove(dirname(fileURLToPath(import.meta.url)));

function rootAbove(folder: string): string {
  return existsSync(join(folder, 'nx.json')) || folder === dirname(folder) ? folder : rootAbove(dirname(folder));
}

export interface Ended {
  readonly exitCode: number;
  /** Output of the program, followed by the time limit if that killed it. */
  readonly output: string;
}

export interface ProgramOptions {
  readonly timeoutMs: number;
  /** Shows the output while it arrives, besides collecting it. */
  readonly isShown?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs a program under this Node and collects its output. After the time limit, or when this process is terminated, it is
 * killed with all its child processes.
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

/** Kills the leader of a process group, with all its child processes. */
export function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The process has ended by itself.
  }
}

/** Environment that lets Jest load packages which are ESM only. */
export const jestEnv = { NODE_OPTIONS: '--experimental-vm-modules --no-warnings' };

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
