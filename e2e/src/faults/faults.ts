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

/** Temporary fault, which is over when `run` resolves. */
export interface Fault {
  readonly name: string;
  /** Reason why it cannot run here. */
  readonly missing?: string | undefined;
  /** Time in which answers may ignore the fault, in ms. */
  readonly unseenMs?: number;
  run(scene: Scene): Promise<void>;
}

const SLOW_MS = 1_500;
/** Path of Debian's faketime library that supports threads. */
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

interface WordIndex {
  readonly mappings: object;
}

async function wordIndexes({ server }: Scene): Promise<[address: string, WordIndex][]> {
  const { url } = server('Elasticsearch');
  const found = (await (await fetch(`${url}/cairn-words-*`)).json()) as Record<string, WordIndex>;
  return Object.entries(found).map(([name, index]) => [`${url}/${name}`, index]);
}

async function collections({ server }: Scene): Promise<string[]> {
  const { url } = server('Qdrant');
  const { result } = (await (await fetch(`${url}/collections`)).json()) as {
    result: { collections: { name: string }[] };
  };
  return result.collections.map(({ name }) => `${url}/collections/${name}`);
}

async function send(method: string, address: string, body?: object): Promise<void> {
  const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(address, { method, ...(body && json) });
  if (!answer.ok) throw new Error(`${method} ${address}: ${await answer.text()}`);
}

const deletedWords: Fault = {
  name: 'word indexes deleted',
  run: async (scene) => {
    for (const [address] of await wordIndexes(scene)) await send('DELETE', address);
  },
};

/** Limit for noticing a lost index: the interval of comparing it with the store, and two seconds for the readers. */
const UNSEEN_MS = 12_000;

const emptiedWords: Fault = {
  name: 'word indexes replaced by empty ones, without their write alias',
  unseenMs: UNSEEN_MS,
  run: async (scene) => {
    for (const [address, { mappings }] of await wordIndexes(scene)) {
      await send('DELETE', address);
      await send('PUT', address, { mappings: { dynamic: 'strict', properties: propertiesOf(mappings) } });
    }
  },
};

/** Mapping without the similarities, which are settings. */
const propertiesOf = (mappings: object): object =>
  JSON.parse(
    JSON.stringify((mappings as { properties: object }).properties, (key, value: unknown) =>
      key === 'similarity' ? undefined : value,
    ),
  ) as object;

const readOnlyWords: Fault = {
  name: 'word indexes read-only',
  unseenMs: UNSEEN_MS,
  run: async (scene) => {
    const setTo = async (isReadOnly: boolean) => {
      for (const [address] of await wordIndexes(scene))
        await send('PUT', `${address}/_settings`, { 'index.blocks.write': isReadOnly });
    };
    await setTo(true);
    await delay(scene.lastsMs);
    await setTo(false);
  },
};

const deletedVectors: Fault = {
  name: 'vector collection deleted',
  run: async (scene) => {
    for (const address of await collections(scene)) await send('DELETE', address);
  },
};

const emptiedVectors: Fault = {
  name: 'vector collection emptied',
  unseenMs: UNSEEN_MS,
  run: async (scene) => {
    for (const address of await collections(scene))
      await send('POST', `${address}/points/delete?wait=true`, {
        filter: { must: [{ key: 'chunk', range: { gte: 0 } }] },
      });
  },
};

/** Runs a process with a wrong clock by Debian's faketime; its timers keep running. */
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
  emptiedWords,
  readOnlyWords,
  deletedVectors,
  emptiedVectors,
  clockOff('ingest', '+1h'),
  clockOff('mcp-gateway', '+8s'),
  clockOff('mcp-gateway', '-70s'),
];

/** Faults that the kill test does not cover. */
export const someFaults: readonly Fault[] = [
  frozen('Postgres'),
  slow('Qdrant'),
  deletedWords,
  emptiedWords,
  readOnlyWords,
  deletedVectors,
  emptiedVectors,
  clockOff('ingest', '+1h'),
];
