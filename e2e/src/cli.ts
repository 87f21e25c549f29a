import { spawn, type ChildProcess } from 'node:child_process';

export interface CliEnd {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Parsed stdout of a command with --json. */
  // Matchers inspect the answers; they report missing fields better than a type would.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly json: any;
}

export interface CliRun {
  readonly child: ChildProcess;
  readonly ended: Promise<CliEnd>;
}

/** Starts the bundled command line without the Cairn settings of this process. */
export function startCli(args: readonly string[], env: Record<string, string> = {}): CliRun {
  const child = spawn(process.execPath, ['dist/cli.mjs', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      CAIRN_LOG_LEVEL: 'error',
      ...env,
    },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = new Promise<CliEnd>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr, json: jsonOr(stdout) }));
  });
  return { child, ended };
}

export const cli = (args: readonly string[], env?: Record<string, string>): Promise<CliEnd> =>
  startCli(args, env).ended;

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
