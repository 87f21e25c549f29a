import { runBounded } from '@cairn/testing';
import { removeCommandMarkup } from './remove-command-markup.ts';

test('takes megabytes of unclosed command markup in its stride', () => {
  const text = '<bash-input><system-reminder>'.repeat(150_000);

  expect(runBounded(() => removeCommandMarkup(text))).toBe(text);
});
