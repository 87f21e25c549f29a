import fc from 'fast-check';
import { unescapeText, rowsAsJson, escapeValue } from './stored-text.ts';

const text = fc.string({ unit: fc.constantFrom('\0', '\u0010', '0', '1', 'a', '"', '\\', 'ä') });

describe('Stored text', () => {
  it('comes back as it went, without a NUL on the way', () => {
    fc.assert(
      fc.property(text, (sent) => {
        const stored = escapeValue(sent) as string;

        expect(stored).not.toContain('\0');
        expect(unescapeText(stored)).toBe(sent);
      }),
    );
  });

  it('keeps different texts different, in lists too', () => {
    fc.assert(
      fc.property(fc.array(text), fc.array(text), (one, other) => {
        expect(JSON.stringify(escapeValue(one)) === JSON.stringify(escapeValue(other))).toBe(
          JSON.stringify(one) === JSON.stringify(other),
        );
      }),
    );
  });

  it('is escaped in rows as in values, and JSON within a row is left alone', () => {
    const row = { content: 'a\0b', tags: JSON.stringify(['\0']), turn: 3 };

    expect(JSON.parse(rowsAsJson([row]))).toEqual([{ ...row, content: escapeValue('a\0b') }]);
  });
});
