import fc from 'fast-check';
import { cutToWidth, neutraliseForTerminal, widthOf, wrapText } from './terminal-text.ts';

const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

test('no text keeps a control character, an escape or a direction mark, and it stays one line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => expect(neutraliseForTerminal(text)).not.toMatch(CONTROL)),
  );
  expect(neutraliseForTerminal('\u001b[2J\u001b]0;title\u0007\u009b31mred\u202egpj.exe\r\nnext')).not.toMatch(CONTROL);
});

test('keeps ordinary text as it is', () => {
  expect(neutraliseForTerminal('Größe 30 €, 你好, 👍🏽, a<b> && c[0]')).toBe('Größe 30 €, 你好, 👍🏽, a<b> && c[0]');
});

test('cuts to columns, with wide letters counted twice and none torn', () => {
  expect(cutToWidth('short', 10)).toBe('short');
  expect(cutToWidth('a longer text', 8)).toBe('a longe…');
  expect(cutToWidth('你好世界', 6)).toBe('你好…');
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }).map(neutraliseForTerminal),
      fc.integer({ min: 2, max: 60 }),
      (text, columns) => {
        expect(widthOf(cutToWidth(text, columns))).toBeLessThanOrEqual(Math.max(columns, 2));
      },
    ),
  );
});

test('wraps between words, loses none, and ends with an ellipsis where it must stop', () => {
  expect(wrapText('the lift is broken again', { columns: 10, linesMax: 5 })).toEqual([
    'the lift',
    'is broken',
    'again',
  ]);
  expect(wrapText('the lift is broken again', { columns: 10, linesMax: 2 })).toEqual(['the lift', 'is broken…']);
  expect(wrapText('x'.repeat(25), { columns: 10, linesMax: 5 })).toEqual(['x'.repeat(10), 'x'.repeat(10), 'xxxxx']);
  const words = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(words, fc.integer({ min: 12, max: 50 }), (all, columns) => {
      expect(wrapText(all.join(' '), { columns, linesMax: 500 }).join(' ')).toBe(all.join(' '));
    }),
  );
});
