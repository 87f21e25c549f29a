import * as fc from 'fast-check';
import { namesIn, withoutNames } from './names.ts';
import { similarity } from './similarity.ts';

const speakers = ['Caroline', 'Melanie Stone', 'Will', 'Mark Lee', 'José', 'Marten', 'Grace'];

describe('namesIn', () => {
  test.each<[string, string[]]>([
    ['What did Caroline research?', ['Caroline']],
    ['what did caroline research?', ['Caroline']],
    ["What are Melanie's hobbies?", ['Melanie Stone']],
    ['does melanie stone paint', ['Melanie Stone']],
    ['Where is Jose from?', ['José']],
    ['Did JOSÉ and Caroline meet?', ['Caroline', 'José']],
    ['What did Carolin say?', ['Caroline']],
    ['What did Melany buy?', ['Melanie Stone']],
    ['what will happen', []],
    ['Will it rain?', []],
    ['WHAT WILL HAPPEN', []],
    ['What did Will say?', ['Will']],
    ["Will's plan", ['Will']],
    ['mark the task as done', []],
    ['Mark the task as done', []],
    ['Please mark Friday', []],
    ['Mark said we ship', ['Mark Lee']],
    ['what did mark decide', ['Mark Lee']],
    ['What is the market like?', []],
    ['Market trends of May', []],
    ['with grace and hope', []],
    ['is the caroliner open', []],
    ['Who is Bob?', []],
    ['', []],
  ])('%p names %j', (query, named) => {
    expect(namesIn(query, speakers)).toEqual(named);
  });

  it('gives a shared first name to all who have it, and a full name to one', () => {
    const marks = ['Mark Lee', 'Mark Twain', 'Lee Ann'];

    expect(namesIn('What did Mark say?', marks)).toEqual(['Mark Lee', 'Mark Twain']);
    expect(namesIn('What did Mark Lee say?', marks)).toEqual(['Mark Lee']);
  });

  it('finds names that stand without spaces', () => {
    expect(namesIn('田中さんは何を言った', ['田中', '鈴木'])).toEqual(['田中']);
    expect(withoutNames('田中さんは何を言った', ['田中'])).toBe('さんは何を言った');
  });

  it('takes time for a pasted page in proportion', () => {
    const many = Array.from({ length: 1000 }, (_, index) => `Caroline${index}`);
    const started = performance.now();

    namesIn('the Carolin Carolyne '.repeat(480), many);

    expect(performance.now() - started).toBeLessThan(2000);
  });
});

describe('withoutNames', () => {
  test.each<[string, string[], string]>([
    ["What are Melanie's hobbies?", ['Melanie Stone'], 'What are hobbies?'],
    ['Melanie Stone, what now?', ['Melanie Stone'], 'what now?'],
    ['What did Carolin say to Mark?', ['Caroline', 'Mark Lee'], 'What did say to?'],
    ['What will Will do?', ['Will'], 'What will do?'],
    ['Caroline', ['Caroline'], 'Caroline'],
    ['Caroline?', ['Caroline'], 'Caroline?'],
    ['no one  here', ['Caroline'], 'no one  here'],
    ['What did Bob say?', [], 'What did Bob say?'],
  ])('%p without %j', (query, names, rest) => {
    expect(withoutNames(query, names)).toBe(rest);
  });

  it('never gives a blank, nor throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.array(fc.string({ unit: 'grapheme' })), (text, names) => {
        const rest = withoutNames(`x${text}`, names);
        expect(rest.trim()).not.toBe('');
        expect(namesIn(text, names).every((name) => names.includes(name))).toBe(true);
      }),
    );
  });
});

describe('similarity', () => {
  test.each<[string, string, number]>([
    ['caroline', 'caroline', 1],
    ['carolin', 'caroline', 14 / 15],
    ['abcd', 'wxyz', 0],
    ['melany', 'melanie', 10 / 13],
  ])('of %s and %s', (a, b, ratio) => {
    expect(similarity(a, b)).toBeCloseTo(ratio, 10);
  });
});
