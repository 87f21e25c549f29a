import * as fc from 'fast-check';
import { nameKey, readNames, type OtherName } from './names.ts';
import { similarityOf } from './similarity.ts';

const namesIn = (text: string, names: readonly string[]) => readNames(text, names).named;
const withoutNames = (text: string, names: readonly string[]) => readNames(text, names).rest;

const speakers = ['Caroline', 'Melanie Stone', 'Will', 'Mark Lee', 'José', 'Marten', 'Grace'];

describe('the speakers that a text names', () => {
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

  it('compares the spelling of the first words of a pasted page with names, and of no more, since that takes long', () => {
    const misspeltAfter = (words: number) => namesIn(`${'the Carpets '.repeat(words)}the Carolin`, ['Caroline']);

    expect(misspeltAfter(10)).toEqual(['Caroline']);
    expect(misspeltAfter(100)).toEqual([]);
  });
});

describe('a text without names', () => {
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

describe('whom a text means', () => {
  const marks = ['Mark Lee', 'Mark Twain', 'Caroline'];

  test.each<[string, string[]]>([
    ['What did Caroline say?', ['Caroline']],
    ['What did Caroline say to Caroline?', ['Caroline']],
    ['What did Mark say?', ['Mark Lee', 'Mark Twain']],
    ['What did Mark, I mean Mark Lee, say?', ['Mark Lee']],
    ['What did Caroline say to Mark Lee?', []],
    ['What did anybody say?', []],
  ])('%p means %j', (query, meant) => {
    expect(readNames(query, marks).meant).toEqual(meant);
  });
});

describe('other names', () => {
  const team = ['Robert Kim', 'Bob Stone', 'Caroline', 'rkim-old'];
  const others: OtherName[] = [
    { alias: '@rk', speakers: ['Robert Kim'] },
    { alias: 'Bert', speakers: ['Robert Kim'] },
    { alias: 'Robert K.', speakers: ['Robert Kim'] },
    { alias: 'the boss', speakers: ['Caroline'] },
    { alias: 'Will', speakers: ['Caroline'] },
    { alias: 'Bob', speakers: ['Robert Kim'] },
    { alias: '小金', speakers: ['Robert Kim'] },
    { alias: 'rkim-old', speakers: ['Robert Kim'] },
  ];

  test.each<[string, string[], string]>([
    ['what did bert say about the freeze', ['Robert Kim', 'rkim-old'], 'what did say about the freeze'],
    ["Bert's plan for Friday", ['Robert Kim', 'rkim-old'], 'plan for Friday'],
    ['What did @rk say?', ['Robert Kim', 'rkim-old'], 'What did say?'],
    ['What did rk say?', ['Robert Kim', 'rkim-old'], 'What did say?'],
    ['What did robert k. decide', ['Robert Kim', 'rkim-old'], 'What did. decide'],
    ['What did the boss decide?', ['Caroline'], 'What did decide?'],
    ['What did Bob say?', ['Robert Kim', 'Bob Stone', 'rkim-old'], 'What did say?'],
    ['小金说了什么', ['Robert Kim', 'rkim-old'], '说了什么'],
    ['what will happen', [], 'what will happen'],
    ['what did will decide', ['Caroline'], 'what did decide'],
    ['Is the bert model small?', [], 'Is the bert model small?'],
    ['Which boss?', [], 'Which boss?'],
  ])('%p means %j', (query, meant, rest) => {
    const read = readNames(query, team, others);

    expect(read.meant).toEqual(meant);
    expect(read.rest).toBe(rest);
  });

  it('knows a person by both when there are two of one other name', () => {
    const bobs = [{ alias: 'Bob', speakers: ['Robert Kim', 'Caroline'] }];

    expect(readNames('what did bob say', ['Robert Kim', 'Caroline', 'Ada'], bobs).meant).toEqual([
      'Robert Kim',
      'Caroline',
    ]);
  });

  test.each<[string, string]>([
    ['Robert  KIM', 'robert kim'],
    ['@rk', 'rk'],
    ['Jos\u00e9', 'jose'],
    ['Robert K.', 'robert k'],
    ['?!', ''],
    ['K', ''],
  ])('the key of %p is %p', (name, key) => {
    expect(nameKey(name)).toBe(key);
  });
});

describe('similarity', () => {
  test.each<[string, string, number]>([
    ['caroline', 'caroline', 1],
    ['carolin', 'caroline', 14 / 15],
    ['abcd', 'wxyz', 0],
    ['melany', 'melanie', 10 / 13],
  ])('of %s and %s', (a, b, ratio) => {
    expect(similarityOf(a, b)).toBeCloseTo(ratio, 10);
  });
});
