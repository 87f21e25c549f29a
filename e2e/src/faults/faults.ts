import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { App } from '../../../tools/cluster/five.ts';
import type { ClusterWorld } from '../kill/cluster-world.ts';
import type { ServerName } from '../kill/own-server.ts';
import type { FaultyServer } from './faulty-server.ts';

export interface Scene {
  readonly world: ClusterWorld;
  readonly server: (name: ServerName) => FaultyServer;
  readonly lastsMs: number;
}

/** Something that goes wrong for a while, and is over again when `run` resolves. */
export interface Fault {
  readonly name: string;
  /** Why it cannot be tried here. */
  readonly missing?: string | undefined;
  run(scene: Scene): Promise<void>;
}

const SLOW_MS = 1_500;
/** Where Debian puts the faketime that threads can use. */
const FAKETIME = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find((path) => existsSync(path));

const dead = (name: ServerName): Fault => ({
  name: `${name} dead`,
  run: async ({ server, lastsMs }) => {
    await server(name).kill();
    await delay(lastsMs);
    await server(name).start();
  },
});

const frozen = (name: ServerName): Fault => ({
  name: `${name} frozen`,
  run: async ({ server, lastsMs }) => {
    server(name).freeze();
    await delay(lastsMs);
    server(name).thaw();
  },
});

const slow = (name: ServerName): Fault => ({
  name: `${name} slow`,
  run: async ({ server, lastsMs }) => {
    server(name).slowBy(SLOW_MS);
    await delay(lastsMs);
    server(name).slowBy(0);
  },
});

const deletedWords: Fault = {
  name: 'word indexes deleted',
  run: async ({ server }) => {
    const { url } = server('Elasticsearch');
    const found = await fetch(`${url}/cairn-words-*`);
    const names = Object.keys((await found.json()) as object).join(',');
    await fetch(`${url}/${names}`, { method: 'DELETE' });
  },
};

const deletedVectors: Fault = {
  name: 'vector collection deleted',
  run: async ({ server }) => {
    const { url } = server('Qdrant');
    const { result } = (await (await fetch(`${url}/collections`)).json()) as {
      result: { collections: { name: string }[] };
    };
    for (const { name } of result.collections) await fetch(`${url}/collections/${name}`, { method: 'DELETE' });
  },
};

/** A process whose clock is off, by Debian's faketime; its timers run on. */
const clockOff = (app: App, offset: string): Fault => ({
  name: `${app}'s clock at ${offset}`,
  missing: FAKETIME ? undefined : 'the package faketime is not installed: tools/servers/install.sh',
  run: async ({ world, lastsMs }) => {
    const env = { LD_PRELOAD: FAKETIME!, FAKETIME: offset, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
    await world.killApp(app);
    await world.startApp(app, { env });
    await delay(lastsMs);
    await world.killApp(app);
    await world.startApp(app);
  },
});

const names: readonly ServerName[] = ['Postgres', 'Redis', 'Elasticsearch', 'Qdrant'];

export const allFaults: readonly Fault[] = [
  ...names.flatMap((name) => [dead(name), frozen(name), slow(name)]),
  deletedWords,
  deletedVectors,
  clockOff('ingest', '+1h'),
  clockOff('mcp-gateway', '+8s'),
  clockOff('mcp-gateway', '-70s'),
];

/** What the kill test does not do. */
export const someFaults: readonly Fault[] = [
  frozen('Postgres'),
  slow('Qdrant'),
  deletedWords,
  deletedVectors,
  clockOff('ingest', '+1h'),
];
