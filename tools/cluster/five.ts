import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readersOf } from '../../libs/platform/src/config.ts';
import type { SettingName } from '../../libs/platform/src/config.ts';
import { destinations } from '../../libs/platform/src/destinations.ts';
import type { Destination } from '../../libs/platform/src/destinations.ts';
import { root, seconds } from '../common/program.ts';
import { boundToUs } from '../servers/process.ts';

export const five = ['ingest', 'embedding-worker', 'recall-api', 'graph-service', 'mcp-gateway'] as const;
export type App = (typeof five)[number];

type Environment = Readonly<Record<string, string>>;

export interface FiveOptions {
  /** Bundle to run: `dist`, or a mutated build. */
  readonly bundle?: string;
  readonly ports: Readonly<Record<App, number>>;
  /** Addresses of the servers, the secret, and other settings of all processes. */
  readonly env: Environment;
  /** Called with each line that a process prints. */
  readonly onLine?: (app: App, line: string) => void;
}

/** Flags that `cairn start` gives its server, too. */
const NODE_FLAGS = ['--enable-source-maps', '--disable-warning=ExperimentalWarning', '--max-semi-space-size=8'];
const READY_MS = 60_000;
const STOP_MS = 30_000;
const LOOK_MS = 50;

/** One app as a process that can be stopped and started again on its port. */
export class AppProcess {
  readonly app: App;
  readonly url: string;
  private readonly bundle: string;
  private readonly env: Environment;
  private readonly onLine: (line: string) => void;
  private child: ChildProcess | undefined;
  private said = '';

  constructor(app: App, { bundle = 'dist', ports, env, onLine }: FiveOptions) {
    this.app = app;
    this.url = `http://127.0.0.1:${ports[app]}`;
    this.bundle = bundle;
    this.env = { ...env, CAIRN_PORT: String(ports[app]), ...neighboursOf(app, ports) };
    this.onLine = (line) => onLine?.(app, line);
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** Starts the process. Resolves when it is ready, and rejects with its output if that takes too long. */
  async start(): Promise<void> {
    this.said = '';
    const child = startApp(this.bundle, this.app, [], this.env);
    this.child = child;
    child.once('exit', (code, signal) => this.onLine(`ended with ${signal ?? code}`));
    const endWithUs = () => child.kill('SIGKILL');
    process.once('exit', endWithUs);
    child.once('exit', () => process.off('exit', endWithUs));
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk: Buffer) => this.hear(chunk.toString()));
    await this.untilReady(child);
  }

  /** Sends SIGTERM and returns the exit code. */
  async stop(): Promise<number | null> {
    const { child } = this;
    if (!child || hasEnded(child)) return child?.exitCode ?? null;
    const ended = once(child, 'exit');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    child.kill('SIGTERM');
    await ended;
    clearTimeout(timer);
    return child.exitCode;
  }

  /** Sends SIGKILL, in the middle of whatever it does. */
  async kill(): Promise<void> {
    const { child } = this;
    if (!child || hasEnded(child)) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  private hear(text: string): void {
    this.said = (this.said + text).slice(-4_000);
    for (const line of text.split('\n')) if (line !== '') this.onLine(line);
  }

  private async untilReady(child: ChildProcess): Promise<void> {
    const giveUpAt = performance.now() + READY_MS;
    while (!(await isReady(this.url))) {
      if (hasEnded(child)) throw new Error(`${this.app} ended with ${child.exitCode}:\n${this.said}`);
      if (performance.now() > giveUpAt)
        throw new Error(`${this.app} was not ready after ${seconds(READY_MS)}:\n${this.said}`);
      await sleep(LOOK_MS);
    }
  }
}

export interface Five {
  readonly apps: Readonly<Record<App, AppProcess>>;
  stop(): Promise<void>;
}

/** Starts all five in parallel; if one fails, all are stopped. */
export async function startFive(options: FiveOptions): Promise<Five> {
  const apps = Object.fromEntries(five.map((app) => [app, new AppProcess(app, options)])) as Record<App, AppProcess>;
  const stop = async () => void (await Promise.all(Object.values(apps).map((app) => app.stop())));
  try {
    await Promise.all(Object.values(apps).map((app) => app.start()));
  } catch (error) {
    await stop();
    throw error;
  }
  return { apps, stop };
}

/** First key of an installation; undefined if it was already shown. */
export async function firstKeyOf(env: Environment, bundle = 'dist'): Promise<string | undefined> {
  const child = startApp(bundle, 'ingest', ['--first-key'], env);
  let [printed, complained] = ['', ''];
  child.stdout!.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr!.on('data', (chunk: Buffer) => (complained += chunk.toString()));
  const [code] = await once(child, 'close');
  if (code === 0) return printed.trim();
  if (complained.includes('was given before')) return undefined;
  throw new Error(`The first key could not be made: ${complained}`);
}

/** Passes only the given environment, none of the caller's own settings. */
function startApp(bundle: string, app: App, args: readonly string[], env: Environment) {
  const program = [...NODE_FLAGS, join(root, bundle, `${app}.mjs`), ...args];
  const [command, ...rest] = boundToUs(process.execPath, program, 'SIGTERM');
  return spawn(command, rest, {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own keeps Ctrl-C away, so that the processes are stopped in order.
    detached: true,
  });
}

/** Addresses of the other apps that an app reads. */
const neighboursOf = (app: App, ports: FiveOptions['ports']): Environment =>
  Object.fromEntries(
    (Object.entries(destinations) as [SettingName, Destination][]).flatMap(([name, destination]) =>
      typeof destination === 'object' && 'service' in destination && readersOf(name).includes(app)
        ? [[name, `http://127.0.0.1:${ports[destination.service as App]}`]]
        : [],
    ),
  );

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;
