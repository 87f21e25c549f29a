import { askInWords } from './peer-words.ts';

const nothing = { ids: [], text: 'nothing' };

test('asks the whole question first, and its longest words only while nothing is found', async () => {
  const asked: string[] = [];
  const answer = await askInWords('Who sold the harbour?', (query) => {
    asked.push(query);
    return Promise.resolve(query === 'sold' ? { ids: ['a'], text: 'found' } : nothing);
  });

  expect(asked).toEqual(['Who sold the harbour?', 'harbour', 'sold']);
  expect(answer).toEqual({ ids: ['a'], text: 'found' });
});

test('gives up after three words', async () => {
  const asked: string[] = [];
  await askInWords('one three fives seventh ninetynine', (query) => Promise.resolve((asked.push(query), nothing)));

  expect(asked).toHaveLength(4);
});
