import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedTextIndex, SqliteThreads } from '@cairn/adapter-embedded';
import type { Item } from '@cairn/contracts';
import { scopeOf, type Filter, type Principal } from '@cairn/domain';
import type { Bm25, GroupCoverage, TextIndex, WordHit } from '@cairn/ports';
import { aColleagueOf, aMemory, aMessage, aPrincipal, describeWith } from '@cairn/testing';
import { analyserOf, newestAnalyser } from '@cairn/text';
import { ElasticsearchTextIndex } from './elasticsearch-text-index.ts';
import { inPlaces } from './places.fixture.ts';
import { pick, randomOf, randomQuery, randomText, type Random } from './random-texts.fixture.ts';

const english = analyserOf(newestAnalyser('english'));

const RECIPES: Readonly<Record<Filter['kind'], Bm25>> = {
  message: { k1: 0.9, b: 0.4 },
  memory: { k1: 1.2, b: 0.75 },
  note: { k1: 1.2, b: 0.75 },
};
const ANOTHER: Bm25 = { k1: 2, b: 0.1 };

describeWith('ELASTICSEARCH_URL', 'ElasticsearchTextIndex beside EmbeddedTextIndex', (node) => {
  let dataDir: string;
  let threads: SqliteThreads;
  let embedded: TextIndex;
  let elastic: ElasticsearchTextIndex;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'cairn-words-'));
    threads = await SqliteThreads.open({ dataDir, readers: 1 });
    embedded = new EmbeddedTextIndex(threads);
    const prefix = `test-${randomUUID().slice(0, 8)}`;
    const places = inPlaces((orgId) => (orgId === alone.orgId ? orgId : 'shared'));
    elastic = new ElasticsearchTextIndex({ node, prefix, generation: 1, places, refreshMs: 20 });
  });
  afterAll(async () => {
    await elastic.drop();
    await elastic.close();
    await threads.close();
    rmSync(dataDir, { recursive: true });
  });

  const neighbour = aPrincipal({ peers: ['*'], peerPrefixes: ['coach'] });
  const sharing = aPrincipal({ peers: ['*'], peerPrefixes: ['coach'] });
  const alone = aPrincipal({ peers: ['*'], peerPrefixes: ['coach'] });

  it.each([
    ['in an index of its own', alone, 11],
    ['in an index that it shares', sharing, 23],
  ])(
    'gives the same hits, shares and coverage for an organisation %s',
    async (_, principal, seed) => {
      const random = randomOf(seed);
      const writers = [principal, aColleagueOf(principal, { peers: ['coach:1'] })];
      await fill(random, writers);
      if (principal === sharing) await fill(random, [neighbour]);

      for (let round = 0; round < 60; round++) {
        const kind = round % 2 === 0 ? 'message' : 'memory';
        const who = scopeOf(pick(random, writers), pick(random, [null, 'coach:1', 'coach:2']));
        const query = english.query(randomQuery(random));
        const filter = { ...someFilter(random), kind } as const;
        const limit = [1, 10, 100][round % 3]!;
        const bm25 = round % 5 === 4 ? ANOTHER : RECIPES[kind];

        const [there, here] = await Promise.all(
          [embedded, elastic].map(async (one) => {
            const index = one.forQuestion();
            const found = await index.search(who, query, filter, limit, bm25);
            const ids = (await embedded.search(who, english.query('zub0x0 zub1x1'), { kind }, 40, bm25)).map(
              ({ id }) => id,
            );
            const scored = await index.score(who, query, kind, ids, bm25);
            const covered = await index.coverage(who, query, kind, GROUPS);
            return { found, scored: byId(scored), covered: rounded(covered) };
          }),
        );

        expect(here).toEqual(there);
      }
    },
    120_000,
  );

  /** Indexes items and changes, archives or removes some, so that Lucene also counts former documents. */
  async function fill(random: Random, writers: readonly Principal[]): Promise<void> {
    const items = Array.from({ length: 700 }, (_, at) => randomItem(random, writers, at));
    await both((index) => Promise.all(items.map((item) => index.upsert(item))));
    const changed = items.flatMap((item) => changesOf(random, item));
    await both((index) => Promise.all(changed.map((item) => index.upsert(item))));
  }

  const both = (act: (index: TextIndex) => Promise<unknown>) => Promise.all([act(embedded), act(elastic)]);
});

const GROUPS = ['s', 't', 'u', 'Zoo'];

function randomItem(random: Random, writers: readonly Principal[], at: number): Item {
  const { orgId, principalId } = pick(random, writers);
  const visibility = pick(random, ['org', 'org', 'org', 'private', 'peer'] as const);
  const channel = pick(random, [null, 'dev', 'coach:1', 'coach:2']);
  const common = { orgId, principalId, visibility, channel, content: randomText(random) };
  return at % 2 === 0
    ? aMessage({ ...common, sessionKey: pick(random, ['s', 't', null]) })
    : aMemory({ ...common, title: pick(random, ['Zoo / Cats', 'Zoo / zub0x0', 'alone']), tags: ['zub1x1'] });
}

function changesOf(random: Random, item: Item): Item[] {
  const change = random();
  if (change < 0.7) return [];
  if (change < 0.8) return [{ ...item, version: 2, content: randomText(random) }];
  return [{ ...item, version: 2, state: change < 0.9 ? 'archived' : 'deleted' }];
}

const someFilter = (random: Random): Omit<Filter, 'kind'> =>
  pick(random, [{}, {}, { channel: 'dev' }, { includeArchived: true }, { sessionKey: 's' }]);

const byId = (hits: readonly WordHit[]): WordHit[] => hits.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** Coverage rounded, since the weights of words are added in different orders. */
const rounded = (covered: readonly GroupCoverage[]): string[] =>
  covered.map(({ group, covered: share }) => `${group} ${share.toFixed(9)}`).sort();
