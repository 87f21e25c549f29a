import { randomUUID } from 'node:crypto';
import { scopeOf } from '@cairn/domain';
import type { Bm25 } from '@cairn/ports';
import { aMessage, aPrincipal, describeWith } from '@cairn/testing';
import { analyserOf, newestAnalyser } from '@cairn/text';
import { queryElementsOf, tokensOf } from './query-elements.ts';
import { candidatesFrom, candidatesRequest, clausesOf, setExactBoosts, setUsualBoosts } from './candidates.ts';
import { visibilityConditions } from './conditions.ts';
import { Connection } from './connection.ts';
import { ElasticsearchTextIndex } from './elasticsearch-text-index.ts';
import { inPlaces } from './places.fixture.ts';
import { FLOAT_ROUNDING, lowestLuceneScoreFor, ratesOf } from './proof.ts';
import { randomOf, randomQuery, randomText } from './random-texts.fixture.ts';
import { Reader } from './reader.ts';
import { Scoring } from './scoring.ts';

const english = analyserOf(newestAnalyser('english'));

describeWith('ELASTICSEARCH_URL', 'the proof that nothing better was left out', (node) => {
  const ada = aPrincipal();
  const scope = scopeOf(ada);
  const kind = 'message';
  const prefix = `test-${randomUUID().slice(0, 8)}`;
  const random = randomOf(5);
  const index = new ElasticsearchTextIndex({
    node,
    prefix,
    generation: 1,

    places: inPlaces(() => 'one'),
    refreshMs: 20,
  });
  const connection = new Connection(node);
  const reader = new Reader(connection, `${prefix}-words-g1-l2-a1-one`, ada.orgId, {
    requireWhole: async () => undefined,
    hasIndexed: async () => false,
    hasStarted: async () => true,
  });
  afterAll(async () => {
    await index.drop();
    await index.close();
    await connection.close();
  });

  it('holds: Lucene finds in each document at least what its true score needs', async () => {
    const items = Array.from({ length: 600 }, () => aMessage({ orgId: ada.orgId, content: randomText(random) }));
    await Promise.all(items.map((item) => index.upsert(item)));
    const changed = items.slice(0, 90).map((item) => ({ ...item, version: 2, content: randomText(random) }));
    await Promise.all(changed.map((item) => index.upsert(item)));

    for (let round = 0; round < 30; round++) {
      const bm25: Bm25 = [
        { k1: 0.9, b: 0.4 },
        { k1: 1.2, b: 0.75 },
        { k1: 2, b: 0 },
      ][round % 3]!;
      const asked = queryElementsOf(english.query(randomQuery(random)));
      const tokens = tokensOf(asked);
      const [statistics, believed] = await Promise.all([
        reader.statistics(scopeOf(ada), kind, tokens),
        reader.beliefs(kind, tokens),
      ]);
      const rates = ratesOf(kind, bm25, statistics, believed);
      const clauses = clausesOf(asked, kind);

      for (const boosted of [setUsualBoosts(clauses), setExactBoosts(clauses, statistics, believed)]) {
        const question = { kind, filter: visibilityConditions(scope, kind), clauses: boosted, size: 1000 } as const;
        const candidates = candidatesFrom(kind, await reader.ask(candidatesRequest(question)));
        const found = new Map(candidates.map((candidate) => [candidate.id, candidate.found]));
        const short = new Scoring(asked, statistics, bm25)
          .best(candidates)
          .map(({ id, score }) => ({
            found: found.get(id)!,
            least: lowestLuceneScoreFor(score / (bm25.k1 + 1), boosted, rates),
          }))
          .filter((each) => each.found * (1 + FLOAT_ROUNDING) < each.least);

        expect(short).toEqual([]);
      }
    }
  }, 60_000);
});
