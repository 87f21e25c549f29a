import { framesByVerb, framesIn } from './frames.ts';

it('finds the frames whose words the sentence has, the most specific first', () => {
  const sentences = ['of is in charge with', 'of hand over to from at pager', 'of is be up to the of part in with', ''];

  for (const sentence of sentences)
    for (const [verb, frames] of framesByVerb) {
      const vocabulary = new Set(sentence.split(' '));
      const fitting = frames.filter(({ words }) => words.every((word) => vocabulary.has(word)));

      expect(framesIn(verb, { vocabulary })).toEqual(fitting);
    }
});

it('finds no frame of an unknown verb', () => {
  expect(framesIn('frobnicate', { vocabulary: new Set(['of']) })).toEqual([]);
});
