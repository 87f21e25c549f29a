import { everyCall, lanesAndHydrate } from './speed-recall.ts';

const times = {
  embed: 8,
  words: 5,
  vectors: 3,
  traits: 2,
  'other words': 4,
  'other vectors': 1,
  passages: 2,
  hydrate: 1,
};

test('a critical path counts calls that run together once', () => {
  expect(everyCall(times)).toBe(8 + 3 + 2 + 4 + 2 + 1);
  expect(lanesAndHydrate(times)).toBe(8 + 3 + 1);
});

test('the word lane is critical when it is slower than embedding and vectors together', () => {
  expect(lanesAndHydrate({ ...times, embed: 0 })).toBe(5 + 1);
});
