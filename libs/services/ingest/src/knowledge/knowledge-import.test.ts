import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteStore, SqliteThreads, SqliteTruth } from '@cairn/adapter-embedded';
import { SqlKnowledgeBases, SqlPrincipals } from '@cairn/adapter-sql';
import {
  KnowledgeImportRequest,
  scopeOf,
  withinBase,
  type KnowledgeChunk,
  type KnowledgeImportResponse,
  type Principal,
} from '@cairn/contracts';
import { Metrics } from '@cairn/platform';
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
  const bases = new SqlKnowledgeBases(store);
  const ownText = new OwnText(truth, new OwnTextPolicy('keep'), new Metrics());
  const ingest = new Ingest(truth, new IndexWatch(truth), ownText, bases);
  imports = new KnowledgeImport(bases, new SqlPrincipals(store), ingest);
});
beforeEach(() => {
  ada = aPrincipal();
});
afterAll(async () => {
  await threads.close();
  await rm(dataDir, { recursive: true, force: true });
});

type Place = KnowledgeChunk['metadata'];

const put = (chunks: readonly { content: string; metadata: Place }[]) =>
  imports.run(ada, KnowledgeImportRequest.parse({ knowledgeBaseName: 'Handbook', chunks }));

/** A chunk for each text. */
const whole = (sourceUrl: string, ...texts: readonly string[]) =>
  texts.map((content, chunkIndex) => ({
    content,
    metadata: { title: 'T', sourceUrl, chunkIndex, totalChunks: texts.length },
  }));

async function textsIn({ knowledgeBaseId: id }: KnowledgeImportResponse): Promise<string[]> {
  const filter = { kind: 'memory', knowledgeBases: [id] } as const;
  const listed = await truth.list(scopeOf(withinBase(ada, id)), filter, { order: 'stored', limit: 50 });
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

it('replaces nothing of an address in which a secret was masked', async () => {
  const secret = (mark: string) => `https://ada:${mark.repeat(20)}@docs.example/a`;
  await put(whole(secret('x'), 'one'));
  const answer = await put(whole(secret('y'), 'two'));

  expect(answer).toMatchObject({ imported: 1, replaced: 0, masked: expect.anything() });
  expect(await textsIn(answer)).toEqual(['one', 'two']);
});
