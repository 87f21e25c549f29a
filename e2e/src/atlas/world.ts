import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@cairn/testing/free-port';
import { startCairn, type Cairn } from '../cairn.ts';
import { cli } from '../cli.ts';
import { Client, type Answer } from '../client.ts';
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
  /** Runs a command as the admin; throws unless it ends well. */
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
  const keyOf = async (who: Client, body: object) => new Client(url, (await must(who.post('/v1/keys', body))).key);
  const ada = await keyOf(admin, { name: 'Ada', kind: 'person', role: 'manager' });
  const bo = await keyOf(admin, { name: 'Bo', kind: 'person', role: 'writer' });
  const another = await must(new Client(url, OPERATOR_KEY).post('/v1/organisations', { name: 'Elsewhere' }));
  return {
    ...{ dataDir, folder, admin, ada, bo },
    botOfAda: await keyOf(ada, { name: 'bot@ada', kind: 'agent' }),
    botOfBo: await keyOf(bo, { name: 'bot@bo', kind: 'agent' }),
    outsider: new Client(url, another.admin.key),
    cairn: async (...args) => {
      const end = await cli([...args, '--data-dir', dataDir, '--key', adminKey]);
      if (end.code !== 0) throw new Error(`cairn ${args.join(' ')} ended with ${end.code}: ${end.stdout}${end.stderr}`);
      return end;
    },
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

/** Takes the body of an answer; throws unless the status is the expected one, by default any that says it was done. */
export async function must(answer: Promise<Answer>, expected?: number): Promise<Answer['body']> {
  const { status, body } = await answer;
  if (expected === undefined ? status >= 300 : status !== expected)
    throw new Error(`Status ${status} instead of ${expected ?? 'success'}: ${JSON.stringify(body)}`);
  return body;
}

/** Stores a memory and waits for the indexes; returns its id. */
export const remember = async (who: Client, content: string, more: object = {}): Promise<string> =>
  (await must(who.post('/v1/memories?wait=indexed', { title: 'Atlas', content, ...more }))).items[0].id;

/** Stores a message and waits for the indexes; returns its id. */
export const say = async (who: Client, content: string, more: object = {}): Promise<string> =>
  (await must(who.post('/v1/messages?wait=indexed', { content, ...more }))).items[0].id;

/** Reads the text that a recall puts before a model. */
export const promptOf = async (who: Client, query: string, more: object = {}): Promise<string> =>
  (await must(who.post('/v1/recall', { query, ...more }))).injectionBlock;

/** Forgets for good what contains the text, with what was made from it; returns the certificate once it is verified. */
export async function forget(who: Client, selection: object): Promise<Answer['body']> {
  const { id } = await must(who.post('/v1/forgets', { ...selection, confirm: true }));
  const certificate = () => must(who.get(`/v1/forgets/${id}`));
  await until(async () => (await certificate()).state === 'verified');
  return certificate();
}

/** Results of the background passes, as the server says after its restart. */
export interface BackgroundPasses {
  /** Conversations that were asked to be read, and those that wait still. */
  readonly conversations: number;
  readonly waiting: number;
  /** State of the run of the rules of retention. */
  readonly retention: string;
  /** Whether the indexes that were built are the ones that answer. */
  readonly isRebuilt: boolean;
  /** Memories that the graph has yet to read. */
  readonly remaining: number;
}

/** Runs every background pass: reading of conversations, rules of retention, rebuilds of both indexes and the graph; restarts. */
export async function runBackgroundPasses(world: AtlasWorld): Promise<BackgroundPasses> {
  const { admin } = world;
  await must(admin.post('/v1/graph/rebuild', {}));
  // The shortest limits there are: nothing here is old enough for them.
  const rule = { kind: 'memory', archiveAfterDays: 1, forgetAfterDays: 1 };
  await must(admin.call('PUT', '/v1/retention/rules', rule));
  const run = await must(admin.post('/v1/retention/runs', {}));
  const lastRun = async () => (await must(admin.get('/v1/retention'))).lastRun;
  const conversations = await readConversations(world);
  await until(async () => (await lastRun()).state === 'done');
  const built = await Promise.all(['words', 'vectors'].map((target) => rebuild(admin, target)));
  const remaining = async () => (await must(admin.get('/v1/graph/progress'))).remaining;
  await until(async () => (await remaining()) === 0);
  await world.restart();
  const { generations } = await must(admin.get('/v1/generations'));
  const { id, state } = await lastRun();
  return {
    ...{ conversations, waiting: await waitingOf(world), retention: id === run.id ? state : 'another' },
    isRebuilt: built.every((one) => generations.some((now: Generation) => now.id === one && now.status === 'live')),
    remaining: await remaining(),
  };
}

interface Generation {
  readonly id: string;
  readonly status: string;
  readonly filledAt: number | null;
}

const readersOf = ({ ada, bo, botOfAda, botOfBo }: AtlasWorld) => [ada, bo, botOfAda, botOfBo];

/** Has all conversations read that somebody sees; returns how often one was asked for. */
async function readConversations(world: AtlasWorld): Promise<number> {
  let conversations = 0;
  for (const who of readersOf(world))
    conversations += (await must(who.post('/v1/extractions', { sinceMs: 0 }))).conversations;
  await until(async () => (await waitingOf(world)) === 0);
  return conversations;
}

/** Number of conversations that somebody sees and that are yet to be read. */
async function waitingOf(world: AtlasWorld): Promise<number> {
  const progress = await Promise.all(readersOf(world).map((who) => must(who.get('/v1/extractions'))));
  return progress.reduce((sum, { waiting }) => sum + waiting, 0);
}

/** Builds a further generation of an index and switches to it; returns its id. */
async function rebuild(admin: Client, target: string): Promise<string> {
  const { id } = await must(admin.post('/v1/generations', { target }));
  const isFull = async () =>
    (await must(admin.get('/v1/generations'))).generations.some(
      (one: Generation) => one.id === id && one.filledAt !== null,
    );
  await until(isFull);
  // A switch is refused until the new index has what was written meanwhile.
  await until(async () => (await admin.post(`/v1/generations/${id}/switch`, {})).status < 300);
  return id;
}

/** The items of a block for a model, each with its header and links. */
export const itemsOf = (block: string): string[] => block.split(/\n(?=\d+\. )/u).slice(1);

/** Marks by which an item says that it holds no longer. */
const QUALIFIED =
  /· (?:superseded|archived|expired)\b|^- (?:former memory|superseded by)|No longer holds|(?:superseded|archived|changed) since:/mu;

/** Items that state a text without saying that it holds no longer. */
export const unqualified = (block: string, stale: string): string[] =>
  itemsOf(block).filter((item) => item.includes(stale) && !QUALIFIED.test(item));
