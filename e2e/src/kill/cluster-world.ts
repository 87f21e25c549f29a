import { randomBytes } from 'node:crypto';
import { AppProcess, firstKeyOf, startFive, type App, type FiveOptions } from '../../../tools/cluster/five.ts';
import { freePorts } from '../../../tools/cluster/free-ports.ts';
import { forgetAll, waitingJobs } from '../../../tools/cluster/redis-queues.ts';
import { startRouter, type Router } from '../../../tools/cluster/router.ts';
import type { OwnServer, ServerName } from './own-server.ts';
import { MIXED } from './reindex.ts';
import { isGoneWithin } from './until-gone.ts';

export interface WorldOptions {
  readonly bundle: string;
  readonly servers: readonly OwnServer[];
  /** Environment of all processes, without the addresses of the servers. */
  readonly env: Readonly<Record<string, string>>;
}

/** Bundle and extra environment with which a process is started. */
export type Build = Partial<Pick<FiveOptions, 'bundle' | 'env'>>;

const LAGGING = /(\d+) lagging items sent/;
const PORT_OF_ROUTER = 0;
const NAMESPACE = 'cairn';

/** Five processes on servers of their own behind one address, all of which may be killed at any time. */
export class ClusterWorld {
  /** Number of queries that met vectors of another model, counted in the log. */
  mixed = 0;
  /** Always false: reads are answered by a process that is not killed with the builders. */
  readonly isDead = false;
  /** Number of SIGKILLs and FLUSHALLs. */
  kills = 0;
  /** Number of items that the sweeper delivered again. */
  redelivered = 0;
  readonly key: string;
  private readonly servers: readonly OwnServer[];
  private readonly apps: Record<App, AppProcess>;
  private readonly options: FiveOptions;
  private router!: Router;

  private constructor(servers: readonly OwnServer[], started: Pick<ClusterWorld, 'key'> & Started) {
    this.servers = servers;
    this.key = started.key;
    this.apps = { ...started.apps };
    this.options = started.options;
  }

  static async start({ bundle, servers, env }: WorldOptions): Promise<ClusterWorld> {
    await Promise.all(servers.map((server) => server.start()));
    const listener: { world?: ClusterWorld } = {};
    const options: FiveOptions = {
      bundle,
      ports: await freePorts(),
      env: { ...env, ...settingsOf(servers) },
      onLine: (_, line) => listener.world?.hear(line),
    };
    const key = await firstKeyOf(options.env, bundle);
    const { apps } = await startFive(options);
    const world = new ClusterWorld(servers, { key: key!, apps, options });
    listener.world = world;
    world.router = await startRouter(PORT_OF_ROUTER, (service) => world.apps[service].url);
    return world;
  }

  get url(): string {
    return this.router.url;
  }

  async killApp(app: App): Promise<void> {
    this.kills++;
    await this.apps[app].kill();
  }

  async startApp(app: App, { bundle, env }: Build = {}): Promise<void> {
    const { options } = this;
    this.apps[app] = new AppProcess(app, {
      ...options,
      ...(bundle !== undefined && { bundle }),
      env: { ...options.env, ...env },
    });
    await this.apps[app].start();
  }

  /** Returns true if the process killed itself at its failpoint within the time. */
  async hasDied(app: App, withinMs: number): Promise<boolean> {
    const hasDied = await isGoneWithin(this.apps[app].pid, withinMs);
    if (hasDied) this.kills++;
    return hasDied;
  }

  /** Kills the processes that fill new generations and that manage them. */
  async killBuilders(): Promise<void> {
    await Promise.all([this.killApp('embedding-worker'), this.killApp('ingest')]);
  }

  async startBuilders(): Promise<void> {
    await Promise.all([this.startApp('embedding-worker'), this.startApp('ingest')]);
  }

  async killServer(name: ServerName): Promise<void> {
    this.kills++;
    await this.server(name).kill();
  }

  startServer(name: ServerName): Promise<void> {
    return this.server(name).start();
  }

  /** Empties Redis. */
  async flush(): Promise<void> {
    this.kills++;
    await forgetAll(this.server('Redis').url);
  }

  /** Number of jobs that wait in a queue of Redis. */
  waitingJobs(pattern: string): Promise<number> {
    return waitingJobs(this.server('Redis').url, NAMESPACE, pattern);
  }

  async end(): Promise<void> {
    await this.router.close();
    await Promise.all(Object.values(this.apps).map((app) => app.kill()));
    await Promise.all(this.servers.map((server) => server.kill()));
  }

  private server(name: ServerName): OwnServer {
    return this.servers.find((server) => server.name === name)!;
  }

  private hear(line: string): void {
    this.redelivered += Number(LAGGING.exec(line)?.[1] ?? 0);
    this.mixed += Number(MIXED.test(line));
  }
}

interface Started {
  readonly apps: Readonly<Record<App, AppProcess>>;
  readonly options: FiveOptions;
}

const settingsOf = (servers: readonly OwnServer[]) => ({
  CAIRN_NAMESPACE: NAMESPACE,
  CAIRN_LOG_LEVEL: 'warn',
  CAIRN_RATE_LIMIT_PER_MINUTE: '10000000',
  // An event ends when the word index has refreshed; with low concurrency, the run would mostly wait for that.
  CAIRN_SERVICE_SECRET: randomBytes(32).toString('hex'),
  ...Object.fromEntries(servers.map(({ variable, url }) => [variable, url])),
});
