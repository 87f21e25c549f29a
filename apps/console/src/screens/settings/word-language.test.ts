import { expect, it } from '@jest/globals';
import { wordLanguages } from '@cairn/contracts';
import { newestAnalyser } from '@cairn/text';
import { languageOf } from './word-language.ts';

it('names the language of each analyser, and an unknown analyser by its id', () => {
  const named = wordLanguages.map((language) => languageOf(newestAnalyser(language)).toLowerCase());

  expect(named).toEqual([...wordLanguages]);
  expect(languageOf('cairn-text-1-german')).toBe('German');
  expect(languageOf('another analyser')).toBe('another analyser');
});
