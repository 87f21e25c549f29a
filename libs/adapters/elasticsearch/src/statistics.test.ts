import type { estypes } from '@elastic/elasticsearch';
import { inverseFrequency } from '@cairn/ports';
import { statisticsFrom } from './statistics.ts';

const counts = (frequencies: readonly number[]) => ({
  aggregations: { held: { buckets: frequencies.map((doc_count) => ({ doc_count })) } },
});
const answers = (documents: number, frequencies: readonly number[], closed: readonly number[] = []) =>
  [
    {
      aggregations: {
        memory: {
          doc_count: documents,
          length: { value: 90 },
          longest: { value: 9 },
          closed: { doc_count: closed.length > 0 ? 10 : 0, length: { value: closed.length > 0 ? 50 : 0 } },
        },
      },
    },
    counts([...frequencies, ...closed]),
  ] as unknown as estypes.SearchResponseBody[];

const statisticsOf = (answer: estypes.SearchResponseBody[], tokens: readonly string[]) =>
  statisticsFrom(answer, [{ kind: 'memory', tokens }], 'memory');

it('counts as many documents as hold a token, when more came between the two answers', () => {
  const statistics = statisticsOf(answers(20, [23, 4]), ['everywhere', 'rare']);

  expect(statistics.documents).toBe(23);
  expect(inverseFrequency(statistics.documents, statistics.frequencyOf('everywhere'))).toBeGreaterThan(0);
  expect(inverseFrequency(20, 23)).toBeLessThan(0);
});

it('takes off what is closed, and never below nothing', () => {
  const statistics = statisticsOf(answers(30, [3, 1], [2, 4]), ['zebra', 'lion']);

  expect([statistics.documents, statistics.averageLength]).toEqual([20, 2]);
  expect([statistics.frequencyOf('zebra'), statistics.frequencyOf('lion')]).toEqual([1, 0]);
});

it('reads the answers', () => {
  const statistics = statisticsOf(answers(30, [3]), ['zebra']);

  expect([statistics.documents, statistics.averageLength, statistics.longest]).toEqual([30, 3, 9]);
  expect([statistics.frequencyOf('zebra'), statistics.frequencyOf('lion')]).toEqual([3, 0]);
});

it('gives each kind its own numbers, and none to a kind without documents', () => {
  const asked = [
    { kind: 'message', tokens: ['zebra'] },
    { kind: 'memory', tokens: ['lion', 'zebra'] },
  ] as const;
  const [totals] = answers(30, []);

  const [ofMessages, ofMemories] = (['message', 'memory'] as const).map((kind) =>
    statisticsFrom([totals!, counts([5, 6, 7, 1, 2, 3]) as unknown as estypes.SearchResponseBody], asked, kind),
  );

  expect([ofMessages!.documents, ofMessages!.frequencyOf('zebra'), ofMessages!.frequencyOf('lion')]).toEqual([4, 4, 0]);
  expect([ofMemories!.documents, ofMemories!.frequencyOf('zebra'), ofMemories!.frequencyOf('lion')]).toEqual([
    30, 4, 4,
  ]);
});
