import { unexploded } from '@cairn/testing';
import fc from 'fast-check';
import { removeCommandMarkup } from './remove-command-markup.ts';
import { removePrivate } from './remove-private.ts';

test.each([
  ['nothing marked', 'nothing marked'],
  ['a <private>b</private> c', 'a  c'],
  ['a <PRIVATE reason="x">b\nb</Private > c', 'a  c'],
  ['a <private>b <private>c</private> d</private> e', 'a  e'],
  ['a <private>b', 'a '],
  ['a </private> b', 'a  b'],
  ['<privateer>stays</privateer>', '<privateer>stays</privateer>'],
])('%j becomes %j', (text, kept) => {
  expect(removePrivate(text)).toBe(kept);
});

test('never lets through what stands in a private span', () => {
  const noise = fc.constantFrom('<private>', '</private>', '<private >', 'x', ' ', '<', '/private>');
  fc.assert(
    fc.property(fc.array(noise), fc.array(noise), (before, inside) => {
      const opened = `${before.join('')}<private>${inside.filter((piece) => !piece.includes('/private')).join('')}CANARY`;
      expect(removePrivate(opened)).not.toContain('CANARY');
    }),
  );
});

test('takes megabytes of unclosed command markup in its stride', () => {
  const text = '<bash-input><system-reminder>'.repeat(150_000);

  expect(unexploded(() => removeCommandMarkup(text))).toBe(text);
});
