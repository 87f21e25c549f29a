import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface ServerOptions {
  /** Bundle to run: `dist`, or a mutated build. */
  readonly bundle?: string;
  readonly dataDir: string;
  readonly port: number;
  readonly env?: Record<string, string>;
  /** Called with the text that it prints. */
  readonly onPrinted?: (text: string) => void;
}

/** Real server process. The first start on a folder prints the first key. */
export interface ServerProcess {
  readonly url: string;
  readonly key: string | undefined;
  readonly child: ChildProcess;
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<unknown>;
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL, in the middle of whatever it does. */
  kill(): Promise<void>;
}

const READY_MS = 60_000;

/** Starts a server and waits until it is ready; rejects with its output. */
export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  const { bundle = 'dist', dataDir, port, env = {}, onPrinted } = options;
  const args = [
    '--enable-source-maps',
    `${bundle}/all-in-one.mjs`,
    '--port',
    String(port),
    '--data-dir',
    dataDir,
    '--quiet',
    '--ready-json',
  ];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, CAIRN_LOG_LEVEL: 'error', ...env },
  });
  const printed: string[] = [];
  child.stderr!.on('data', (data: Buffer) => printed.push(data.toString()));
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (data: Buffer) => onPrinted?.(data.toString()));

  const ready = await readyLine(child, printed);
  return {
    url: ready.url,
    key: ready.key,
    child,
    ended: exitOf(child),
    stop: async () => {
      child.kill('SIGTERM');
      return exitOf(child);
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exitOf(child);
    },
  };
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}

function readyLine(child: ChildProcess, printed: string[]): Promise<{ url: string; key?: string }> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      reject(new Error(`${why}\n${printed.join('')}`));
    };
    const timer = setTimeout(() => fail(`the server was not ready in ${READY_MS} ms`), READY_MS);
    child.once('exit', (code) => fail(`the server ended with ${code}`));
    createInterface({ input: child.stdout! }).on('line', (line) => {
      if (!line.startsWith('{"ready"')) return void printed.push(`${line}\n`);
      clearTimeout(timer);
      child.removeAllListeners('exit');
      resolve(JSON.parse(line));
    });
  });
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
