import { setTimeout as delay } from 'node:timers/promises';
import type { App } from '../../../tools/cluster/five.ts';
import { failpointEnv, failpoints, type Failpoint } from '../../../tools/failpoints.ts';
import type { ClusterWorld } from './cluster-world.ts';
import type { Load } from './load.ts';
import type { ServerName } from './own-server.ts';
import { shuffled } from './random.ts';

export interface Scene {
  readonly world: ClusterWorld;
  readonly load: Load<unknown>;
  readonly random: () => number;
  /** Build with failpoints. */
  readonly failpointBundle: string;
  /** Failpoints that were not reached. */
  readonly unreached: string[];
}

/** Temporary fault. */
export interface Step {
  readonly name: string;
  run(scene: Scene): Promise<void>;
}

const DOWN_MAX_MS = 2_000;
const PASS_MAX = 5;
const DIED_MS = 20_000;
const BACKLOG = 20;
const BACKLOG_MS = 60_000;
const LOOK_MS = 20;

const app = (name: App): Step => ({
  name,
  run: async ({ world, load, random }) => {
    await load.atAcknowledgement(() => world.killApp(name));
    await delay(random() * DOWN_MAX_MS);
    await world.startApp(name);
  },
});

const server = (name: ServerName): Step => ({
  name,
  run: async ({ world, load, random }) => {
    await load.atAcknowledgement(() => world.killServer(name));
    await delay(random() * DOWN_MAX_MS);
    await world.startServer(name);
  },
});

/** Replaces a process by the build that dies at the failpoint, and starts the normal one when it has died. */
const crash = (failpoint: Failpoint): Step => ({
  name: failpoint.name,
  run: async ({ world, load, random, failpointBundle, unreached }) => {
    const env = failpointEnv(failpoint, 1 + Math.floor(random() * (failpoint.passes ?? PASS_MAX)));
    await load.atAcknowledgement(() => world.killApp(failpoint.app));
    // It may die before it is ready.
    await world.startApp(failpoint.app, { bundle: failpointBundle, env }).catch(() => undefined);
    if (!(await world.hasDied(failpoint.app, DIED_MS))) {
      unreached.push(failpoint.name);
      await world.killApp(failpoint.app);
    }
    await world.startApp(failpoint.app);
  },
});

/** Empties Redis while jobs wait in it, since their worker is dead. */
export async function loseBacklog({ world, load }: Scene): Promise<void> {
  await load.atAcknowledgement(() => world.killApp('embedding-worker'));
  const giveUpAt = Date.now() + BACKLOG_MS;
  while ((await world.waitingJobs('memory.written.vectors')) < BACKLOG) {
    if (Date.now() > giveUpAt) throw new Error('The relay put nothing into Redis that could be lost.');
    await delay(LOOK_MS);
  }
  await world.flush();
  await world.startApp('embedding-worker');
}

const flush: Step = { name: 'FLUSHALL', run: loseBacklog };

const times = (count: number, step: Step): Step[] => Array.from({ length: count }, () => step);

/** Plan of 49 kills; the last act adds four. */
export const longPlan = (random: () => number): Step[] =>
  shuffled(
    [
      ...failpoints.map(crash),
      ...times(3, flush),
      ...times(4, app('ingest')),
      ...times(4, app('embedding-worker')),
      ...times(5, server('Postgres')),
      ...times(5, server('Redis')),
      ...times(3, server('Elasticsearch')),
      app('recall-api'),
      app('mcp-gateway'),
    ],
    random,
  );

/** Plan of one kill of each kind that loses work, and three at failpoints. */
export const shortPlan = (random: () => number): Step[] =>
  shuffled(
    [
      flush,
      app('ingest'),
      app('embedding-worker'),
      server('Postgres'),
      server('Redis'),
      ...shuffled(failpoints, random).slice(0, 2).map(crash),
    ],
    random,
  );
