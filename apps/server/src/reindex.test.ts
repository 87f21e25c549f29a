import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  clusterBackend,
  clusterEvents,
  clusterIndexes,
  clusterQueues,
  embeddedBackend,
  embeddedEvents,
  OutboxRelayModule,
} from '@cairn/backends';
import {
  indexTargets,
  type GenerationSummary,
  type IndexTarget,
  type Item,
  type RecallResponse,
  type WordLanguage,
} from '@cairn/contracts';
import { loadConfig, startService, type RunningService, type ServerConfig, type ServiceOptions } from '@cairn/platform';
import { GenerationIndexes, IndexLedger, type Generation } from '@cairn/ports';
import type { IndexingOptions } from '@cairn/service-indexing';
import { describeWith } from '@cairn/testing';
import type { DynamicModule, Type } from '@nestjs/common';
import { itemScan, type ItemScan, generations, type Generations, keys, type Keys } from '@cairn/store';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { StampingEmbedder } from './stamping-embedder.fixture.ts';
import { TeamAtWork } from './team-at-work.fixture.ts';
import { itemModules } from './service-modules.fixture.ts';

const models = [new StampingEmbedder('a', 0), new StampingEmbedder('b', 1)] as const;
const quiet = { port: 0, logLevel: 'silent', rateLimitPerMinute: 10_000_000 } as const;
let dataDir: string;
let service: RunningService | undefined;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'cairn-reindex-'));
});
afterEach(async () => {
  await service?.close();
  service = undefined;
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(reindexPerSecond = 100_000, language: WordLanguage = 'english'): Promise<TeamAtWork> {
  const config = { ...loadConfig('all-in-one', {}), ...quiet, dataDir, reindexPerSecond, language };
  return startOn(config, await embeddedBackend(config, models), embeddedEvents);
}

async function startOn(
  config: ServerConfig & IndexingOptions & { readonly language: WordLanguage },
  backend: DynamicModule,
  transport: NonNullable<ServiceOptions['transport']>,
  ...more: readonly Type[]
): Promise<TeamAtWork> {
  const modules = [...itemModules(config), ...more];
  service = await startService({ backend, modules, config, transport, handlesItsEvents: true });
  const allKeys = service.app.get<Keys>(keys.token);
  const { orgId } = await allKeys.firstOrganisation({});
  const { key } = await allKeys.create({ orgId, name: 'ops', kind: 'person', role: 'admin', peers: [] });
  return new TeamAtWork(service.url, key);
}

/** Changes the model and the word index at once under load, there and back. */
async function changeBoth(team: TeamAtWork): Promise<void> {
  await team.remember(60);
  team.startWorking();

  const begun = await forBoth(async (target) => (await team.begin(target)).id);
  await Promise.all(begun.map((id) => team.filled(id)));
  for (const names of [begun, first]) {
    await Promise.all(names.map((name) => team.switchTo(name)));
    await team.works();
  }
  const outcome = await team.stopWorking();

  expect(outcome.failures).toEqual([]);
  expect(outcome.reads).toBeGreaterThan(10);
  expect(outcome.writes).toBeGreaterThan(10);
  const states = (target: IndexTarget) => team.generations(target).then((all) => all.map(stateOf));
  expect(await forBoth(states)).toEqual(first.map((id, at) => [`${id} live`, `${begun[at]} standby`]));
  const sound = { missing: 0, phantom: 0, stale: 0, pending: 0 };
  for (const id of [...begun, ...first]) expect(await team.verify(id)).toMatchObject({ ...sound, stored: team.stored });

  await Promise.all(begun.map((name) => team.retire(name)));
  await team.remember(1);
  expect(await team.lost()).toEqual([]);
  expect(await forBoth(states)).toEqual(first.map((id) => [`${id} live`]));
}

/** Needs no rebuild of the words when the language is set before anything is stored. */
async function beginIn(startIn: (language: WordLanguage) => Promise<TeamAtWork>): Promise<void> {
  const team = await startIn('german');
  await team.write('Häuser', 'am Hafen');

  expect(await team.generation('words-1')).toMatchObject({ builtBy: 'cairn-text-2-german' });
  const { json } = await team.ask('POST', '/v1/recall', { query: 'Haus', ...byWords });
  expect(titlesOf({ json })).toEqual(['Häuser']);
}

/** Writes in two languages and searches with other word endings; each analyser knows the endings of its own language only. */
async function changeLanguage(startIn: (language: WordLanguage) => Promise<TeamAtWork>): Promise<void> {
  const english = await startIn('english');
  await english.write('Deployments', 'frozen on Friday');
  await english.write('Häuser', 'am Hafen');
  await service!.close();
  const team = await startIn('german');
  const found = async (query: string) => titlesOf(await team.ask('POST', '/v1/recall', { query, ...byWords }));
  const answers = () => Promise.all(['deploying', 'Haus', 'Buch'].map(found));
  const inEnglish = [['Deployments'], [], []];
  const inGerman = [[], ['Häuser'], ['Bücher']];

  expect(await answers()).toEqual(inEnglish);
  const { id, builtBy } = await team.begin('words');
  await team.filled(id);
  await team.write('Bücher', 'im Regal');
  expect(builtBy).toBe('cairn-text-2-german');
  expect(await answers()).toEqual(inEnglish);

  await team.switchTo(id);
  await team.until(async () => isSame(await answers(), inGerman));
  await team.switchTo('words-1');
  await team.until(async () => isSame(await answers(), inEnglish));
  for (const name of [id, 'words-1'])
    expect(await team.verify(name)).toMatchObject({ missing: 0, phantom: 0, stale: 0, stored: 3 });
}

const isSame = (one: string[][], other: string[][]) => JSON.stringify(one) === JSON.stringify(other);
const byWords = { recipe: 'words', sources: 'memories' };

const titlesOf = ({ json }: { json: unknown }) =>
  (json as RecallResponse).hits.map((hit) => (hit.kind === 'memory' ? hit.title : hit.kind));

const forBoth = <Answer>(ask: (target: IndexTarget) => Promise<Answer>) => Promise.all(indexTargets.map(ask));
const first = indexTargets.map((target) => `${target}-1`);
const stateOf = ({ id, status }: GenerationSummary) => `${id} ${status}`;

describe('Building words and vectors anew while the team is at work', () => {
  const promise = 'fails no read, mixes no models, loses nothing, and goes back';

  const language = 'answers in the language of the words that are live, before a switch, after it and on the way back';

  const begins = 'begins in the language of the settings';

  it(promise, async () => changeBoth(await start()), 240_000);
  it(language, () => changeLanguage((of) => start(100_000, of)), 120_000);
  it(begins, () => beginIn((of) => start(100_000, of)));

  describeWith('POSTGRES_URL', 'on Postgres', (POSTGRES_URL) =>
    describeWith('REDIS_URL', 'Redis', (REDIS_URL) =>
      describeWith('ELASTICSEARCH_URL', 'Elasticsearch', (ELASTICSEARCH_URL) =>
        describeWith('QDRANT_URL', 'and Qdrant', (QDRANT_URL) => {
          const servers = { POSTGRES_URL, REDIS_URL, ELASTICSEARCH_URL, QDRANT_URL };
          const name = `cairn_reindex_${randomBytes(4).toString('hex')}`;

          const startIn = async (of: WordLanguage) => {
            const database = Object.assign(new URL(POSTGRES_URL), { pathname: `/${name}` }).href;
            const environment = { ...servers, POSTGRES_URL: database, CAIRN_NAMESPACE: name };
            const settings = loadConfig('embedding-worker', environment);
            const config = { ...settings, ...quiet, reindexPerSecond: 100_000, language: of };
            const parts = [clusterIndexes(config, { models }), clusterQueues(config)];
            const backend = await clusterBackend(config, ...parts);
            return startOn(config, backend, clusterEvents(config), OutboxRelayModule);
          };
          beforeEach(() => onPostgres(POSTGRES_URL, `create database ${name} template template0`));

          it(promise, async () => changeBoth(await startIn('english')), 240_000);
          it(language, () => changeLanguage(startIn), 240_000);
          it(begins, () => beginIn(startIn), 120_000);

          afterEach(async () => {
            await dropIndexes();
            await service?.close();
            service = undefined;
            await onPostgres(POSTGRES_URL, `drop database if exists ${name} with (force)`);
            await dropQueues(REDIS_URL, name);
          });
        }),
      ),
    ),
  );
});

async function dropIndexes(): Promise<void> {
  const [rows, indexes] = [service!.app.get<Generations>(generations.token), service!.app.get(GenerationIndexes)];
  for (const target of indexTargets)
    for (const generation of await rows.written({ target })) await indexes.drop(generation);
}

async function onPostgres(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

async function dropQueues(url: string, namespace: string): Promise<void> {
  const redis = new Redis(url);
  for await (const keys of redis.scanStream({ match: `{${namespace}}*`, count: 1_000 }))
    if (keys.length > 0) await redis.unlink(...(keys as string[]));
  redis.disconnect();
}

it('goes on after a stop in the middle, from where it was', async () => {
  const before = await start(10);
  await before.remember(100);
  const { id } = await before.begin('vectors');
  await before.until(async () => (await before.generation(id)).filled > 0);
  await service!.close();

  const after = await start();
  const resumed = await after.generation(id);
  await after.filled(id);

  expect(resumed.filledAt).toBeNull();
  expect(resumed.filled).toBeGreaterThan(0);
  expect(await after.verify(id)).toMatchObject({ missing: 0, phantom: 0, stale: 0, stored: 100 });
}, 120_000);

it('switches to nothing that is not full or not as the truth, unless it is forced', async () => {
  const team = await start(1);
  await team.remember(40);
  const { id } = await team.begin('vectors');

  const early = await team.ask('POST', `/v1/generations/${id}/switch`, {});
  expect(early).toMatchObject({ status: 409, json: { error: { code: 'generation/conflict' } } });
  expect((await team.ask('DELETE', '/v1/generations/vectors-1')).status).toBe(409);
  expect((await team.ask('POST', '/v1/generations/vectors-9/switch', {})).status).toBe(404);
  expect((await team.ask('POST', '/v1/generations/nothing/switch', {})).status).toBe(400);
  expect((await team.ask('POST', '/v1/generations', { target: 'vectors' })).status).toBe(409);

  await team.switchTo(id, { force: true });
  expect((await team.generations('vectors'))[0]).toMatchObject({ id, status: 'live', filledAt: null });
}, 60_000);

it('switches to nothing that answers otherwise, unless that is allowed', async () => {
  const team = await start();
  await team.remember(20);
  const { id, number } = await team.begin('words');
  await team.filled(id);
  const [generation] = (await service!.app.get<Generations>(generations.token).written({ target: 'words' })).filter(
    (each) => each.number === number,
  );
  const last = (await service!.app.get<ItemScan>(itemScan.token).after({ place: 19, limit: 1 }))[0]!;
  const item = (await service!.app.get(IndexLedger).load(last)) as Item;
  await service!.app
    .get(GenerationIndexes)
    .of(generation as Generation<'words'>)
    .upsert({ ...item, title: 'Nothing', content: 'of that' } as Item);

  const refused = await team.ask('POST', `/v1/generations/${id}/switch`, {});
  const belowFloor = await team.ask('POST', `/v1/generations/${id}/switch`, { minOverlap: 1 });
  const allowed = await team.ask('POST', `/v1/generations/${id}/switch`, { minOverlap: 0.9 });
  const back = await team.ask('POST', '/v1/generations/words-1/switch', {});

  const message = expect.stringMatching(/answers \d+ of 20 questions otherwise; overlap 0\.9/);
  expect(refused).toMatchObject({ status: 409, json: { error: { code: 'generation/conflict', message } } });
  expect(belowFloor.status).toBe(409);
  expect(allowed).toMatchObject({ status: 200, json: { answers: { asked: 20 } } });
  expect(back).toMatchObject({ status: 200, json: { answers: null } });
}, 60_000);
