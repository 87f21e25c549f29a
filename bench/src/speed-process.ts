import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { serverMemorySettings, serverNodeFlags } from '@cairn/platform/server-node-flags';
import { z } from 'zod';
import { residentMb } from './process-tree.ts';
import { atOnce, spreadOf, timed, type Spread } from './speed-statistics.ts';

/** Figures of the product as started by users, on a filled store. */
export interface ProcessFigures {
  /** Seconds from the start of the process. */
  readonly seconds: { readonly ready: number; readonly firstRecall: number };
  /** Resident memory; absent if the system does not report it. */
  readonly rssMb: Partial<Record<'when ready' | 'first recall' | 'after the queries' | 'at its peak', number>>;
  /** Recall over HTTP without cached vectors. */
  readonly http: Readonly<Record<string, Spread>>;
}

const ReadyLine = z.object({ ready: z.literal(true), url: z.string() });
type Ready = z.infer<typeof ReadyLine>;

const CliFile = z.object({ key: z.string() });

/** Key that the running server leaves for the command line. */
const keyIn = (dataDir: string): string =>
  CliFile.parse(JSON.parse(readFileSync(join(dataDir, 'cli.json'), 'utf8'))).key;

const allInOne = fileURLToPath(new URL('./all-in-one.mjs', import.meta.url));

/** Starts the built server on a store and queries it over HTTP: one query, then the rest one at a time and 16 at once. */
export async function measureProcess(dataDir: string, queries: readonly string[]): Promise<ProcessFigures> {
  const started = performance.now();
  const since = () => (performance.now() - started) / 1000;
  const { child, url, key, close } = await launchProduct(dataDir);
  try {
    const ready = since();
    const ask = (query: string) => timed(() => post(`${url}/v1/recall`, key, { query })).then(({ ms }) => ms);
    const whenReady = residentMb(child.pid, 'VmRSS');
    const [first = 'what was decided?', ...rest] = queries;
    await ask(first);
    const firstRecall = since();
    const afterFirst = residentMb(child.pid, 'VmRSS');
    const half = Math.ceil(rest.length / 2);
    const http = {
      'one at a time': spreadOf(await atOnce(1, rest.slice(0, half), ask)),
      '16 at once': spreadOf(await atOnce(16, rest.slice(half), ask)),
    };
    const rssMb = {
      ...(whenReady !== undefined && { 'when ready': whenReady }),
      ...(afterFirst !== undefined && { 'first recall': afterFirst }),
    };
    return { seconds: { ready, firstRecall }, rssMb: { ...rssMb, ...later(child) }, http };
  } finally {
    await close();
  }
}

/** The built server in a process of its own. */
export interface Product {
  readonly child: ChildProcess;
  readonly url: string;
  readonly key: string;
  close(): Promise<void>;
}

/** Starts the built server on a store and waits until it is ready; settings come before those of the environment. */
export async function launchProduct(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Product> {
  const args = [...serverNodeFlags, allInOne, '--data-dir', dataDir, '--port', '0', '--ready-json', '--quiet'];
  const child = launch(process.execPath, args, { settings: { ...serverMemorySettings, ...settings } });
  try {
    const { url } = await readyLine(child);
    return { child, url, key: keyIn(dataDir), close: () => ended(child) };
  } catch (error) {
    await ended(child);
    throw error;
  }
}

function later(child: ChildProcess) {
  const [after, peak] = [residentMb(child.pid, 'VmRSS'), residentMb(child.pid, 'VmHWM')];
  return after === undefined || peak === undefined ? {} : { 'after the queries': after, 'at its peak': peak };
}

/** Times of a fresh start to the first recall: clone, `npm start`, remember, recall. */
export interface CloneFigures {
  readonly seconds: { readonly clone: number; readonly ready: number; readonly firstRecall: number };
  readonly folderMb: number;
}

export async function measureClone(source: string): Promise<CloneFigures> {
  const parent = mkdtempSync(join(tmpdir(), 'cairn-clone-'));
  const folder = join(parent, 'cairn');
  const started = performance.now();
  const since = () => (performance.now() - started) / 1000;
  try {
    execFileSync('git', ['clone', '--quiet', existsSync(source) ? resolve(source) : source, folder]);
    const clone = since();
    const child = launch(
      'npm',
      ['start', '--silent', '--', '--data-dir', '.cairn', '--port', '0', '--ready-json', '--quiet'],
      { cwd: folder },
    );
    try {
      const { url } = await readyLine(child);
      const ready = since();
      const key = keyIn(join(folder, '.cairn'));
      const content = 'We keep the ledger in one file, since a second one was never in step.';
      await post(`${url}/v1/memories?wait=indexed`, key, { title: 'One ledger', content });
      await post(`${url}/v1/recall`, key, { query: 'why is there only one ledger?' });
      const seconds = { clone, ready, firstRecall: since() };
      return { seconds, folderMb: Number(execFileSync('du', ['-sm', folder], { encoding: 'utf8' }).split('\t')[0]) };
    } finally {
      await ended(child);
    }
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

interface LaunchOptions {
  readonly cwd?: string;
  readonly settings?: Readonly<Record<string, string>>;
}

function launch(command: string, args: readonly string[], { cwd, settings }: LaunchOptions): ChildProcess {
  const env = { ...process.env, CAIRN_RATE_LIMIT_PER_MINUTE: '10000000', CAIRN_LOG_LEVEL: 'error', ...settings };
  return spawn(command, [...args, '--exit-with-parent'], { stdio: ['pipe', 'pipe', 'inherit'], env, cwd });
}

async function readyLine(child: ChildProcess): Promise<Ready> {
  for await (const line of createInterface({ input: child.stdout! })) {
    const ready = line.startsWith('{') ? ReadyLine.safeParse(JSON.parse(line)) : undefined;
    if (ready?.success) return ready.data;
  }
  throw new Error('the server ended before it was ready');
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((done) => child.once('exit', done));
  child.stdout?.resume();
  child.stdin?.end();
  await exit;
}

async function post(url: string, key: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`);
}
