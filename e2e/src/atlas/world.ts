import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@cairn/testing/free-port';
import { startCairn, type Cairn } from '../cairn.ts';
import { cli } from '../cli.ts';
import { Client } from '../client.ts';
import { until } from '../until.ts';

const OPERATOR_KEY = `cairn_operator_${'a'.repeat(40)}`;

/** A team with two people, an agent of each, and another organisation on the same server. */
export interface AtlasWorld {
  readonly dataDir: string;
  readonly folder: string;
  readonly admin: Client;
  readonly ada: Client;
  readonly bo: Client;
  readonly botOfAda: Client;
  readonly botOfBo: Client;
  /** Admin of another organisation. */
  readonly outsider: Client;
  cairn(...args: string[]): ReturnType<typeof cli>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startAtlasWorld(): Promise<AtlasWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-atlas-'));
  const dataDir = join(folder, 'data');
  const port = await freePort();
  const start = (): Promise<Cairn> => startCairn({ dataDir, port, env: { CAIRN_OPERATOR_KEY: OPERATOR_KEY } });
  let server = await start();
  const { url } = server;
  const adminKey = server.key!;
  const admin = new Client(url, adminKey);
  const keyOf = async (who: Client, body: object) => new Client(url, (await who.post('/v1/keys', body)).body.key);
  const ada = await keyOf(admin, { name: 'Ada', kind: 'person', role: 'manager' });
  const bo = await keyOf(admin, { name: 'Bo', kind: 'person', role: 'writer' });
  const another = await new Client(url, OPERATOR_KEY).post('/v1/organisations', { name: 'Elsewhere' });
  return {
    ...{ dataDir, folder, admin, ada, bo },
    botOfAda: await keyOf(ada, { name: 'bot@ada', kind: 'agent' }),
    botOfBo: await keyOf(bo, { name: 'bot@bo', kind: 'agent' }),
    outsider: new Client(url, another.body.admin.key),
    cairn: (...args) => cli([...args, '--data-dir', dataDir, '--key', adminKey]),
    restart: async () => {
      await server.stop();
      server = await start();
    },
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Stores a memory and waits for the indexes; returns its id. */
export async function remember(who: Client, content: string, more: object = {}): Promise<string> {
  const { status, body } = await who.post('/v1/memories?wait=indexed', { title: 'Atlas', content, ...more });
  if (status >= 300) throw new Error(JSON.stringify(body));
  return body.items[0].id;
}

/** Stores a message and waits for the indexes; returns its id. */
export async function say(who: Client, content: string, more: object = {}): Promise<string> {
  const { status, body } = await who.post('/v1/messages?wait=indexed', { content, ...more });
  if (status >= 300) throw new Error(JSON.stringify(body));
  return body.items[0].id;
}

/** Reads the text that a recall puts before a model. */
export const promptOf = async (who: Client, query: string, more: object = {}): Promise<string> =>
  (await who.post('/v1/recall', { query, ...more })).body.injectionBlock;

/** Forgets for good what contains the text, with what was made from it, and waits for the certificate. */
export async function forget(who: Client, selection: object): Promise<void> {
  const { body } = await who.post('/v1/forgets', { ...selection, confirm: true });
  await until(async () => (await who.get(`/v1/forgets/${body.id}`)).body.state === 'verified');
}

/** Runs every background pass: reading of conversations, rules of retention, rebuilds of both indexes and the graph; restarts. */
export async function runBackgroundPasses(world: AtlasWorld): Promise<void> {
  const { admin, botOfAda, botOfBo } = world;
  for (const bot of [botOfAda, botOfBo]) await bot.post('/v1/extractions', {});
  await admin.call('PUT', '/v1/retention/rules', { kind: 'memory', archiveAfterDays: 36_500 });
  await admin.post('/v1/retention/runs', {});
  for (const target of ['words', 'vectors']) {
    const { body } = await admin.post('/v1/generations', { target });
    const isFull = async () =>
      (await admin.get('/v1/generations')).body.generations.some(
        ({ id, filledAt }: { id: string; filledAt: number | null }) => id === body.id && filledAt !== null,
      );
    await until(isFull);
    await until(async () => (await admin.post(`/v1/generations/${body.id}/switch`, {})).status < 300);
  }
  await admin.post('/v1/graph/rebuild', {});
  await until(async () => (await admin.get('/v1/graph/progress')).body.remaining === 0);
  await world.restart();
}

/** The items of a block for a model, each with its header and links. */
export const itemsOf = (block: string): string[] => block.split(/\n(?=\d+\. )/u).slice(1);

/** Marks by which an item says that it holds no longer. */
const QUALIFIED =
  /· (?:superseded|archived|expired)\b|^- (?:former memory|superseded by)|No longer holds|(?:superseded|archived|changed) since:/mu;

/** Items that state a text without saying that it holds no longer. */
export const unqualified = (block: string, stale: string): string[] =>
  itemsOf(block).filter((item) => item.includes(stale) && !QUALIFIED.test(item));
