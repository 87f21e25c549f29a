import fc from 'fast-check';
import { loadTokenWeights, loadWordPiece } from './tokenizer.ts';

const wordPiece = loadWordPiece();
const weights = loadTokenWeights();
const pieces = (text: string): string[] =>
  wordPiece
    .encode(text)
    .slice(1, -1)
    .map((id) => wordPiece.pieces[id]!);

describe('WordPiece', () => {
  it.each([
    ['Hello, World!', ['hello', ',', 'world', '!']],
    ['unaffable', ['una', '##ffa', '##ble']],
    ['Gdańsk naïve', ['gdansk', 'naive']],
    ["don't a-b", ['don', "'", 't', 'a', '-', 'b']],
    ['c++ foo_bar $5', ['c', '+', '+', 'foo', '_', 'bar', '$', '5']],
    ['東京 tower', ['東', '京', 'tower']],
    ['tab\tand\u200Bnothing', ['tab', 'and', '##not', '##hing']],
    ['🦖', ['[UNK]']],
    ['y'.repeat(101), ['[UNK]']],
  ])('cuts %j', (text, expected) => {
    expect(pieces(text)).toEqual(expected);
  });

  it('reads the beginning of a text as it reads the whole', () => {
    const texts = fc.string({
      unit: fc.constantFrom('deploy', ' ', 'ß', '東', '.', 'é', 'ing'),
      minLength: 1,
      maxLength: 40,
    });
    fc.assert(
      fc.property(
        texts,
        fc.integer({ min: 3, max: 60 }),
        fc.integer({ min: 1, max: 400 }),
        (part, maxTokens, times) => {
          const text = part.repeat(times);
          const whole = wordPiece.encode(text);
          const { ids, truncated } = wordPiece.encodeBeginning(text, maxTokens);
          expect(truncated).toBe(whole.length > maxTokens);
          expect(ids.slice(0, -1)).toEqual(whole.slice(0, -1).slice(0, maxTokens - 1));
          expect(wordPiece.count(text)).toBe(whole.length);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('gives canonically equal texts equal tokens', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(wordPiece.encode(text.normalize('NFC'))).toEqual(wordPiece.encode(text.normalize('NFD')));
      }),
    );
  });
});

describe('token weights', () => {
  const weight = (piece: string): number => weights[wordPiece.pieces.indexOf(piece)]!;
  const mean = (texts: string[]): number => texts.reduce((sum, piece) => sum + weight(piece), 0) / texts.length;

  it('lets rare words weigh five to ten times what stop words weigh', () => {
    const stopWords = mean(['the', 'of', 'and', 'is', 'on', 'with', 'that', 'was', 'have', 'you']);
    const rareWords = mean(['chunk', 'fielder', 'gunners', 'raven', 'licensed']);
    expect(rareWords / stopWords).toBeGreaterThan(5);
    expect(weight('of')).toBeLessThan(weight('paris'));
    expect(weight('paris')).toBeLessThan(weight('fielder'));
  });

  it('stays between nothing and eight and a half', () => {
    expect(Math.min(...weights)).toBe(0);
    expect(Math.max(...weights)).toBeLessThan(8.5);
  });

  it('gives punctuation and special tokens nothing, single characters and pieces of words little', () => {
    expect(['?', ',', '[CLS]', '[PAD]', '|'].map(weight)).toEqual([0, 0, 0, 0, 0]);
    expect(weight('7')).toBe(3);
    expect(weight('##ing')).toBeLessThan(weight('paris'));
    expect(weight('##ing')).toBeGreaterThan(0);
  });
});
