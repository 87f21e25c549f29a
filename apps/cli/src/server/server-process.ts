import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { serverMemorySettings, serverNodeFlags } from '@cairn/platform/server-node-flags';
import { z } from 'zod';
import type { CliContext } from '../context/cli-context.ts';
import { CommandFailure } from '../context/exit-codes.ts';

const READY_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 15_000;
const STDERR_CHARS_KEPT = 4_000;

const Ready = z.object({ ready: z.literal(true), url: z.string() });

export interface ServerProcess {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a server on the data folder that lives as long as this command. The server is a separate process, so Ctrl-C
 * does not reach it. It ends when the pipe to its input closes, which happens however this process ends.
 */
export async function startServerProcess(context: CliContext, dataDir: string): Promise<ServerProcess> {
  requireBundle(context);
  const child = spawn(
    process.execPath,
    [...serverNodeFlags, context.serverBundle, '--port', '0', '--quiet', '--ready-json', '--exit-with-parent'],
    {
      env: { ...serverMemorySettings, ...context.env, CAIRN_DATA_DIR: dataDir },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    },
  );
  try {
    const { url } = await readyLine(child);
    return { url, stop: () => stopProcess(child) };
  } catch (error) {
    await stopProcess(child);
    throw error;
  }
}

export function requireBundle({ serverBundle }: CliContext): void {
  if (!existsSync(serverBundle))
    throw new CommandFailure('noServer', 'no server is running. Start one with: {cairn start}');
}

function readyLine(child: ChildProcess): Promise<z.infer<typeof Ready>> {
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(-STDERR_CHARS_KEPT)));
  return new Promise((resolve, reject) => {
    const fail = (why: string) =>
      reject(
        new CommandFailure(
          'noServer',
          `no server is running, and starting one failed: ${why}\n${stderr.trim()}`.trim(),
        ),
      );
    const deadline = setTimeout(() => fail(`it was not ready after ${READY_WITHIN_MS / 1000} s`), READY_WITHIN_MS);
    child.once('error', (error) => fail(error.message));
    child.once('exit', (code, signal) => fail(`it ended with ${signal ?? code}`));
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const ready = parseReady(line);
      if (!ready) return;
      clearTimeout(deadline);
      resolve(ready);
    });
    child.once('exit', () => clearTimeout(deadline));
  });
}

function parseReady(line: string): z.infer<typeof Ready> | undefined {
  try {
    return Ready.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.stdin?.end();
  child.kill('SIGTERM');
  const deadline = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  await ended;
  clearTimeout(deadline);
}
