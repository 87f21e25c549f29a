import type { estypes } from '@elastic/elasticsearch';
import { inverseFrequency } from '@cairn/ports';
import { statisticsFrom } from './statistics.ts';

const counts = (frequencies: readonly number[]) => ({
  aggregations: { held: { buckets: frequencies.map((doc_count) => ({ doc_count })) } },
});
const answers = (documents: number, frequencies: readonly number[], closed: readonly number[] = []) =>
  [
    {
      hits: { total: { value: documents } },
      aggregations: {
        length: { value: 90 },
        longest: { value: 9 },
        closed: { doc_count: closed.length > 0 ? 10 : 0, length: { value: closed.length > 0 ? 50 : 0 } },
      },
    },
    counts(frequencies),
    counts(closed),
  ] as unknown as estypes.SearchResponseBody[];

it('counts as many documents as hold a token, when more came between the two answers', () => {
  const statistics = statisticsFrom(answers(20, [23, 4]), ['everywhere', 'rare']);

  expect(statistics.documents).toBe(23);
  expect(inverseFrequency(statistics.documents, statistics.frequencyOf('everywhere'))).toBeGreaterThan(0);
  expect(inverseFrequency(20, 23)).toBeLessThan(0);
});

it('takes off what is closed, and never below nothing', () => {
  const statistics = statisticsFrom(answers(30, [3, 1], [2, 4]), ['zebra', 'lion']);

  expect([statistics.documents, statistics.averageLength]).toEqual([20, 2]);
  expect([statistics.frequencyOf('zebra'), statistics.frequencyOf('lion')]).toEqual([1, 0]);
});

it('reads the answers', () => {
  const statistics = statisticsFrom(answers(30, [3]), ['zebra']);

  expect([statistics.documents, statistics.averageLength, statistics.longest]).toEqual([30, 3, 9]);
  expect([statistics.frequencyOf('zebra'), statistics.frequencyOf('lion')]).toEqual([3, 0]);
});
