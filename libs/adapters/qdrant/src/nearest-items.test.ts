import type { ItemId } from '@cairn/contracts';
import type { Schemas } from '@qdrant/js-client-rest';
import fc from 'fast-check';
import { nearestItems, type NearestPoints } from './nearest-items.ts';

interface Chunk {
  readonly item: string;
  readonly chunk: number;
  readonly score: number;
}

/** Simulates Qdrant: the nearest points of items that are not excluded, in no order among equals. */
function server(chunks: readonly Chunk[]): { nearest: NearestPoints; asked: number[] } {
  const asked: number[] = [];
  const nearest: NearestPoints = async (not, limit) => {
    asked.push(limit);
    const out = (not[0] as { match: { any: string[] } } | undefined)?.match.any ?? [];
    const left = chunks.filter(({ item }) => !out.includes(item)).sort((a, b) => b.score - a.score);
    return left
      .slice(0, limit)
      .map(({ item, chunk, score }) => ({ id: 0, version: 0, score, payload: { item, chunk } }));
  };
  return { nearest, asked };
}

const chunksOf = (item: string, ...scores: number[]): Chunk[] =>
  scores.map((score, chunk) => ({ item, chunk, score }) satisfies Chunk & Partial<Schemas['ScoredPoint']>);

describe('nearestItems', () => {
  it('is the best chunk of each item, sorted and cut, for any chunks and limit', async () => {
    const someScores = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 1, maxLength: 9 });
    const someItems = fc.array(someScores, { maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(someItems, fc.integer({ min: 1, max: 12 }), async (items, limit) => {
        const chunks = items.flatMap((scores, at) => chunksOf(`item-${100 + at}`, ...scores.map((s) => s / 20)));
        const expected = items
          .map((scores, at) => ({ id: `item-${100 + at}` as ItemId, cosine: Math.max(...scores) / 20 }))
          .sort((a, b) => b.cosine - a.cosine || (a.id < b.id ? -1 : 1));

        const hits = await nearestItems(server(chunks).nearest, limit);

        expect(hits.map(({ id, cosine }) => ({ id, cosine }))).toEqual(expected.slice(0, limit));
      }),
    );
  });

  it('asks once when the first points hold enough items', async () => {
    const chunks = Array.from({ length: 100 }, (_, at) => chunksOf(`item-${at}`, 1 - at / 100)).flat();
    const { nearest, asked } = server(chunks);

    await expect(nearestItems(nearest, 10)).resolves.toHaveLength(10);
    expect(asked).toEqual([15]);
  });

  it('ends among thousands of items of equal cosine', async () => {
    const chunks = Array.from({ length: 20_000 }, (_, at) => chunksOf(`item-${at}`, 1)).flat();
    const { nearest, asked } = server(chunks);

    await expect(nearestItems(nearest, 5)).resolves.toHaveLength(5);
    expect(asked.reduce((sum, limit) => sum + limit, 0)).toBeLessThan(5_000);
  });
});
