import { analyserOf, newestAnalyser } from '@cairn/text';
import { readQuery, type QueryContext } from './read-query.ts';

const asking = (query: string): QueryContext => ({
  query,
  mode: 'general',
  people: {
    speakers: ['Robert Kim', 'Robert Stone', 'Melanie'],
    others: [
      { alias: 'Mel', speakers: ['Melanie'] },
      { alias: 'Bob', speakers: ['Robert Kim', 'Robert Stone'] },
    ],
  },
  asked: { at: 0, timeZone: 'UTC' },
});

it.each([
  ['What did Mel say about the freeze?', ['Melanie'], 'What did say about the freeze?'],
  ['What did Bob say about the freeze?', ['Robert Kim', 'Robert Stone'], 'What did say about the freeze?'],
  ['What did Bob say to Melanie about the freeze?', [], 'What did say to about the freeze?'],
  ['What was said about the freeze?', [], 'What was said about the freeze?'],
])('%p means %j and is embedded without names', (query, speakers, meaning) => {
  const read = readQuery(asking(query), { queryOf: analyserOf(newestAnalyser('english')).query });

  expect(read.question.speakers).toEqual(speakers);
  expect(read.meaning).toBe(meaning);
});
