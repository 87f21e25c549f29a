import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteStore, SqliteThreads, SqliteTruth } from '@cairn/adapter-embedded';
import { principals, callsOf, knowledgeBases, type KnowledgeBases, type StoredBase } from '@cairn/store';
import { KnowledgeImportRequest, type KnowledgeChunk, type KnowledgeImportResponse } from '@cairn/contracts';
import { scopeOf, asBaseMember, type Principal } from '@cairn/domain';
import { maskInput, Metrics } from '@cairn/platform';
import { SystemClock } from '@cairn/ports';
import { aPrincipal } from '@cairn/testing';
import { IndexWatch } from '../items/index-watch.ts';
import { Ingest } from '../items/ingest.ts';
import { OwnText, OwnTextPolicy } from '../items/own-text.ts';
import { KnowledgeImport } from './knowledge-import.ts';

let dataDir: string;
let threads: SqliteThreads;
let truth: SqliteTruth;
let imports: KnowledgeImport;
let ada: Principal;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cairn-chunks-'));
  const clock = new SystemClock();
  threads = await SqliteThreads.open({ dataDir, readers: 1, clock });
  truth = new SqliteTruth({ threads, clock });
  const store = new SqliteStore({ threads, clock });
  const bases = callsOf(knowledgeBases, store);
  const ownText = new OwnText(truth, new OwnTextPolicy('keep'), new Metrics());
  const ingest = new Ingest(truth, truth, new IndexWatch(truth), ownText, bases);
  imports = new KnowledgeImport(bases, callsOf(principals, store), ingest);
});
beforeEach(() => {
  ada = aPrincipal();
});
afterAll(async () => {
  await threads.close();
  await rm(dataDir, { recursive: true, force: true });
});

type Place = KnowledgeChunk['metadata'];

const put = async (
  chunks: readonly { content: string; metadata: Place }[],
  more: { earlierChunks?: readonly string[] } = {},
) => {
  const body = KnowledgeImportRequest.parse({ knowledgeBaseName: 'Handbook', chunks, ...more });
  return imports.run(ada, (await maskInput('importKnowledge', ada, { query: {}, body })).body);
};

/** A chunk for each text. */
const whole = (sourceUrl: string, ...texts: readonly string[]) =>
  texts.map((content, chunkIndex) => ({
    content,
    metadata: { title: 'T', sourceUrl, chunkIndex, totalChunks: texts.length },
  }));

async function textsIn({ knowledgeBaseId: id }: KnowledgeImportResponse, limit = 50): Promise<string[]> {
  const filter = { kind: 'memory', knowledgeBases: [id] } as const;
  const listed = await truth.list(scopeOf(asBaseMember(ada, id)), filter, { order: 'stored', limit });
  return listed.map(({ content }) => content).sort();
}

it('replaces the former chunks of a document that comes whole, as often as it changes', async () => {
  await put([...whole('/a', 'one', 'two'), ...whole('/b', 'one', 'three')]);
  const changed = await put(whole('/a', 'new', 'two', 'more'));

  expect(changed).toMatchObject({ imported: 2, known: 1, replaced: 1, failed: [] });
  expect(await textsIn(changed)).toEqual(['more', 'new', 'one', 'three', 'two']);
  expect(await put(whole('/a', 'new', 'two', 'more'))).toMatchObject({ imported: 0, known: 3, replaced: 0 });
  expect(await put(whole('/a', 'one', 'two'))).toMatchObject({ imported: 1, known: 1, replaced: 2 });
  expect(await textsIn(changed)).toEqual(['one', 'one', 'three', 'two']);
});

const at = (content: string, metadata: Place) => ({ content, metadata: { title: 'T', sourceUrl: '/a', ...metadata } });

it.each<[string, { content: string; metadata: Place }[]]>([
  ['says no total', [at('new', {}), at('newer', {})]],
  ['is a part', [at('new', { chunkIndex: 1, totalChunks: 2 })]],
  [
    'has one place twice',
    [at('new', { chunkIndex: 1, totalChunks: 2 }), at('newer', { chunkIndex: 1, totalChunks: 2 })],
  ],
  ['has a place beyond its end', [at('new', { chunkIndex: 1, totalChunks: 1 })]],
  ['says two totals', [at('new', { totalChunks: 2 }), at('newer', { totalChunks: 3 })]],
])('removes nothing for a document that %s', async (_, chunks) => {
  await put(whole('/a', 'one', 'two'));
  const answer = await put(chunks);

  expect(answer).toMatchObject({ imported: chunks.length, replaced: 0 });
  expect(await textsIn(answer)).toHaveLength(2 + chunks.length);
});

it('replaces the former chunks of a document that comes in several calls, with the last of them', async () => {
  const long = (word: string) => Array.from({ length: 250 }, (_, n) => (n % 50 === 0 ? `${word} ${n}` : `same ${n}`));
  const inParts = async (texts: string[], end = texts.length) => {
    const parts = [0, 100, 200].map((from) => whole('/long', ...texts).slice(from, Math.min(from + 100, end)));
    const [first, second] = [await put(parts[0]!), await put(parts[1]!)];
    const earlierChunks = [...first.memoryIds, ...second.memoryIds];
    return { before: [first, second], last: await put(parts[2]!, { earlierChunks }) };
  };
  await put(whole('/other', 'same 1'));
  await inParts(long('old'));

  const { before, last } = await inParts(long('new'));

  expect(before.map(({ replaced }) => replaced)).toEqual([0, 0]);
  expect(last).toMatchObject({ imported: 1, known: 49, replaced: 5 });
  const texts = await textsIn(last, 300);
  expect(texts).toHaveLength(251);
  expect(texts.filter((text) => text.startsWith('old'))).toEqual([]);
  expect((await inParts(long('late'), 249)).last).toMatchObject({ replaced: 0 });
});

it('takes no chunks of another document for earlier ones', async () => {
  const other = await put(whole('/b', 'one'));
  await put(whole('/a', 'old'));
  const chunks = whole('/a', 'new', 'newer').slice(1);

  expect(await put(chunks, { earlierChunks: other.memoryIds })).toMatchObject({ imported: 1, replaced: 0 });
  expect(await textsIn(other)).toEqual(['newer', 'old', 'one']);
});

it('replaces nothing of an address in which a secret was masked', async () => {
  const secret = (mark: string) => `https://ada:${`${mark}7`.repeat(10)}@docs.example/a`;
  await put(whole(secret('x'), 'one'));
  const answer = await put(whole(secret('y'), 'two'));

  expect(answer).toMatchObject({ imported: 1, replaced: 0, masked: expect.anything() });
  expect(await textsIn(answer)).toEqual(['one', 'two']);
});

it('makes one base for 40 imports at once that name it', async () => {
  const runs = Array.from({ length: 40 }, (_, at) =>
    imports.run(
      ada,
      KnowledgeImportRequest.parse({ knowledgeBaseName: 'Handbook', chunks: [{ content: `text ${at}` }] }),
    ),
  );

  const done = await Promise.all(runs);

  expect(done.filter(({ created }) => created)).toHaveLength(1);
  expect(new Set(done.map(({ knowledgeBaseId }) => knowledgeBaseId)).size).toBe(1);
  expect(done.map(({ imported }) => imported)).toEqual(done.map(() => 1));
});

describe('an import that names a base', () => {
  const bases = () => callsOf(knowledgeBases, new SqliteStore({ threads, clock: new SystemClock() }));
  const aHandbook = (more: Partial<Parameters<KnowledgeBases['create']>[0]['base']>) =>
    bases().create({
      author: ada,
      base: {
        ...{ name: 'Handbook', description: null, sourceType: null, agentIds: [] },
        ...{ scope: null, peerScopePolicy: 'permissive', ...more },
      },
    });
  const named = (place: { channel?: string; scope?: string }) =>
    imports.run(
      ada,
      KnowledgeImportRequest.parse({ knowledgeBaseName: 'Handbook', chunks: [{ content: 'text' }], ...place }),
    );
  beforeEach(() => {
    ada = aPrincipal({ peers: ['*'], peerPrefixes: ['coach'] });
  });

  it.each<[string, { channel?: string; scope?: string }, Partial<StoredBase>]>([
    ['without a channel', {}, { scope: null }],
    ['from a channel that reaches it', { channel: 'dev' }, { scope: null }],
    ['from the channel of its scope', { channel: 'coach:main' }, { scope: 'coach:main' }],
    ['from the peer of its scope', { channel: 'coach:511' }, { scope: 'coach:511' }],
    ['and the scope', { scope: 'coach:main' }, { scope: 'coach:main' }],
  ])('takes the one that is there: %s', async (_, place, { scope }) => {
    const { knowledgeBaseId } = await aHandbook({ scope: scope ?? null });

    expect(await named(place)).toMatchObject({ knowledgeBaseId, scope, created: false, imported: 1 });
    expect(await bases().list({ orgId: ada.orgId })).toHaveLength(1);
  });

  it.each([null, 'coach:main'])('makes no second one for a peer who reads one of scope %s', async (scope) => {
    await aHandbook({ scope });

    const refused = { code: 'auth/forbidden', message: expect.stringContaining('the scope "coach:511"') };
    await expect(named({ channel: 'coach:511' })).rejects.toMatchObject(refused);
    expect(await bases().list({ orgId: ada.orgId })).toHaveLength(1);
    const own = { created: true, scope: 'coach:511' };
    expect(await named({ channel: 'coach:511', scope: 'coach:511' })).toMatchObject(own);
    expect(await named({ channel: 'coach:511' })).toMatchObject({ ...own, created: false });
  });

  it('makes one where the call reaches none, and says of which scope it is', async () => {
    await aHandbook({ peerScopePolicy: 'strict' });
    await aHandbook({ scope: 'coach:512' });

    expect(await named({ channel: 'coach:511' })).toMatchObject({ created: true, scope: 'coach:511' });
  });
});
