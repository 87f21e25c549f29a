import * as fc from 'fast-check';
import { chunkText } from './chunk.ts';

const words = (text: string) => text.match(/\S+/g)?.length ?? 0;
const pieces = (text: string) => Math.ceil(text.length / 3);
const characters = (text: string) => Array.from(text).length;
const splitsPair = (text: string, at: number) => /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1));

describe('chunk', () => {
  it('leaves a text that fits in one piece, and a blank one in none', () => {
    expect(chunkText('one two three', { maxTokens: 3, countTokens: words })).toEqual([{ from: 0, to: 13 }]);
    expect(chunkText(' \n ', { maxTokens: 3, countTokens: words })).toEqual([]);
  });

  test.each([
    ['paragraphs', 'one two three\n\nfour five six', ['one two three', 'four five six'], 4],
    ['sentences', 'One two three. Four five six seven.', ['One two three.', 'Four five six seven.'], 5],
  ])('ends with %s', (_, text, expected, maxTokens) => {
    const spans = chunkText(text, { maxTokens, countTokens: words });

    expect(spans.map(({ from, to }) => text.slice(from, to))).toEqual(expected);
  });

  it('ends with words where no sentence ends', () => {
    const text = Array.from({ length: 200 }, (_, index) => `word${index}`).join(' ');

    const spans = chunkText(text, { maxTokens: 30, countTokens: words });

    expect(spans.map(({ from, to }) => text.slice(from, to)).join(' ')).toBe(text);
    expect(spans.slice(0, -1).every(({ from, to }) => words(text.slice(from, to)) >= 20)).toBe(true);
  });

  it('repeats the end of a piece at the start of the next when asked to', () => {
    const text = Array.from({ length: 40 }, (_, index) => `w${index}`).join(' ');

    const spans = chunkText(text, { maxTokens: 10, countTokens: words, overlapTokens: 3 });

    for (const [index, span] of spans.slice(1).entries()) {
      const repeated = words(text.slice(span.from, spans[index]!.to));
      expect(repeated).toBeGreaterThan(0);
      expect(repeated).toBeLessThanOrEqual(3);
    }
  });

  test.each([
    ['words', words],
    ['pieces of three letters', pieces],
    ['characters', characters],
    ['bytes', (text: string) => Buffer.byteLength(text)],
  ])('covers all that is not blank within the limit, counting %s', (_, countTokens) => {
    const piece = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('\n\n', '. ', ' ', '🎉🎉🎉', 'word '));
    const text = fc.array(piece, { maxLength: 60 }).map((all) => all.join(''));
    fc.assert(
      fc.property(
        text,
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 0, max: 12 }),
        (any, maxTokens, overlapTokens) => {
          const spans = chunkText(any, { maxTokens, countTokens, overlapTokens });

          let covered = 0;
          for (const { from, to } of spans) {
            expect(any.slice(covered, Math.max(covered, from)).trim()).toBe('');
            expect(to).toBeGreaterThan(covered);
            expect(splitsPair(any, from) || splitsPair(any, to)).toBe(false);
            const slice = any.slice(from, to);
            expect(characters(slice) === 1 || countTokens(slice) <= maxTokens).toBe(true);
            covered = to;
          }
          expect(any.slice(covered).trim()).toBe('');
        },
      ),
      { numRuns: 300 },
    );
  });

  it('goes on from where a former call has ended', () => {
    const text = 'One two three. Four five six. Seven eight nine. Ten.';
    const options = { maxTokens: 3, countTokens: words };

    const first = chunkText(text, { ...options, piecesMax: 2 });
    const rest = chunkText(text, { ...options, from: first[1]!.to, piecesMax: 9 });

    expect(first).toEqual(chunkText(text, options).slice(0, 2));
    expect(text.slice(first[1]!.to, rest[0]!.from).trim()).toBe('');
    expect(rest.at(-1)!.to).toBe(text.length);
  });

  it('counts each part of a long text only a few times', () => {
    const text = 'The build of the gateway failed again last night, and no one saw it. '.repeat(14_500);
    let counted = 0;
    const countTokens = (slice: string) => {
      counted += slice.length;
      return words(slice);
    };

    const spans = chunkText(text, { maxTokens: 200, countTokens, overlapTokens: 20 });

    expect(spans.length).toBeLessThan(1.6 * (words(text) / 180));
    expect(counted).toBeLessThan(5 * text.length);
  });
});
