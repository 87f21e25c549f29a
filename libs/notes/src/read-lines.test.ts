import fc from 'fast-check';
import { linesOf } from './lines.ts';
import { PAGE_CHARS_MAX, readLines } from './read-lines.ts';

const many = Array.from({ length: 300 }, (_, index) => `line ${index + 1}`).join('\n');

describe('readLines', () => {
  // Behaviour 27
  it('gives 120 lines and says where the next page begins', () => {
    const page = readLines(many);

    expect(page.text.split('\n')).toHaveLength(120);
    expect(page).toMatchObject({ totalLines: 300, truncated: true, nextFrom: 121 });
  });

  it('stops before a page is longer than 12,000 characters, but gives one line however long', () => {
    expect(readLines(`${'a'.repeat(7000)}\n${'b'.repeat(7000)}`)).toMatchObject({ truncated: true, nextFrom: 2 });
    expect(readLines('a'.repeat(20_000)).text).toHaveLength(20_000);
  });

  it('refuses a first line behind the last, and says how many there are', () => {
    expect(() => readLines('a\nb\n', { from: 3 })).toThrow(
      expect.objectContaining({
        code: 'note/beyond-end',
        issues: [expect.objectContaining({ field: 'from', allowed: '1 to 2' })],
      }),
    );
  });

  it('gives an empty note as one empty page', () => {
    expect(readLines('')).toEqual({ text: '', totalLines: 0, truncated: false });
  });

  it('gives every line once when one reads on to the end', () => {
    const text = fc.array(fc.string({ maxLength: 20 })).map((lines) => lines.join('\r\n'));
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 5 }), (note, size) => {
        const read: string[] = [];
        let from: number | undefined = 1;
        while (from !== undefined) {
          const page = readLines(note, { from, lines: size });
          if (page.totalLines > 0) read.push(...page.text.split('\n'));
          from = page.nextFrom;
        }

        expect(read).toEqual(linesOf(note));
      }),
    );
    expect(PAGE_CHARS_MAX).toBe(12_000);
  });
});
