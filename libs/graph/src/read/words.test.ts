import { wordsIn } from './words.ts';

it('tags a sentence once, however often it is read', () => {
  let calls = 0;
  const tagger = (words: readonly string[]) => {
    calls++;
    return words.map(() => 'NOUN');
  };

  const first = wordsIn('Owners of the ledger', tagger);
  const again = wordsIn('Owners of the ledger', tagger);

  expect(calls).toBe(1);
  expect(again).toEqual(first);
});

it('gives each tagger its own words', () => {
  const asNouns = wordsIn('Ledger moves', (words) => words.map(() => 'NOUN'));
  const asAdverbs = wordsIn('Ledger moves', (words) => words.map(() => 'ADV'));

  expect(asNouns.map(({ tag }) => tag)).not.toEqual(asAdverbs.map(({ tag }) => tag));
});
