import { everyCall, searchesAndHydrate } from './speed-recall.ts';

const times = {
  embed: 8,
  words: 5,
  vectors: 3,
  features: 2,
  'other words': 4,
  'other vectors': 1,
  passages: 2,
  hydrate: 1,
};

test('a critical path counts calls that run together once', () => {
  expect(everyCall(times)).toBe(8 + 3 + 2 + 4 + 2 + 1);
  expect(searchesAndHydrate(times)).toBe(8 + 3 + 1);
});

test('word search is critical when it is slower than embedding and vectors together', () => {
  expect(searchesAndHydrate({ ...times, embed: 0 })).toBe(5 + 1);
});
