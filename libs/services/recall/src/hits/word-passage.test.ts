import { expect, it } from '@jest/globals';
import { aMemory } from '@cairn/testing';
import { analyserOf, newestAnalyser, titlePrefix } from '@cairn/text';
import { wordPassageOf } from './word-passage.ts';

const words = { queryOf: (text: string) => analyserOf(newestAnalyser('english')).query(text) };
const asked = (query: string) => ({ terms: words.queryOf(query).terms, words });
const filler = 'The rota of the harbour office and the paper of the printer are as they were.\n';

it('finds the stretch with the rare words of a question in a long text, wherever it stands', () => {
  const fact = 'The lockbox of the north pier opens with 7741.';
  for (const before of [0, 200, 400]) {
    const content = `${filler.repeat(before)}${fact}\n${filler.repeat(400 - before)}`;
    const memory = aMemory({ title: 'Handbook', content });

    const { from, to } = wordPassageOf(memory, asked('which lockbox paper is at the north pier of the harbour'))!;

    const shift = titlePrefix(memory).length;
    expect(content.slice(from - shift, to - shift)).toBe(fact);
  }
});

it('finds none in a short text, or where no word is', () => {
  expect(wordPassageOf(aMemory({ content: filler }), asked('printer'))).toBeUndefined();
  expect(wordPassageOf(aMemory({ content: filler.repeat(60) }), asked('zebra'))).toBeUndefined();
});
