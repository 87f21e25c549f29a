import { mayState } from './may-state.ts';
import { readSentence } from './read-sentence.ts';
import { Sentence } from './sentence.ts';
import { englishTagger } from './tagger.ts';
import { known, unseen } from './wordings.fixture.ts';
import { splitWords, tagWords, type Tagger } from './words.ts';

let tagger: Tagger;
beforeAll(async () => {
  tagger = await englishTagger();
});

const states = (text: string): boolean =>
  readSentence(new Sentence(tagWords(splitWords(text), tagger), { resolve: (phrase) => phrase })).length > 0;

it('refuses no sentence that states a relation', () => {
  const stating = [...known, ...unseen].map(([text]) => text).filter(states);

  expect(stating.length).toBeGreaterThan(100);
  expect(stating.filter((text) => !mayState(splitWords(text)))).toEqual([]);
});

it.each([
  'The rain stopped on Tuesday evening.',
  'Lunch was good and quiet today.',
  'It rained all night, so the river rose.',
  'Everything was quiet after lunch.',
])('refuses a sentence without a role and without a frame: %s', (text) => {
  expect(mayState(splitWords(text))).toBe(false);
});
