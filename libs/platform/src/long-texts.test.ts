import { setImmediate as nextTurn } from 'node:timers/promises';
import { maskText } from '@cairn/masking';
import { longTextThread, readText } from './long-texts.ts';

// Assembled at run time, so that no scanner takes this file for a leak.
const SECRET = `gh${'p_'}${'a1B2'.repeat(9)}`;
const mask = (text: string) => readText('org-1', { name: 'maskText', here: maskText }, text, { secrets: true });

it('reads a long text as it reads a short one', async () => {
  const long = `${'word '.repeat(20_000)}${SECRET}`;

  expect(await mask(long)).toEqual(maskText(long, { secrets: true }));
  expect(await mask(SECRET)).toEqual(maskText(SECRET, { secrets: true }));
});

it('leaves the loop to others while a long text is read', async () => {
  let isDone = false;
  let turns = 0;

  const masked = mask('password: '.repeat(50_000)).finally(() => (isDone = true));
  while (!isDone) {
    await nextTurn();
    turns += 1;
  }
  await masked;

  expect(turns).toBeGreaterThan(1);
});

it('refuses each text that takes too long, and goes on', async () => {
  const texts = longTextThread(1);
  const read = () => texts.read({ name: 'maskText', args: ['password: '.repeat(100_000), { secrets: true }] }, 'org-1');

  const outcomes = [await read().catch(String), await read().catch(String)];

  const refusal = 'A text of the request takes more than 0.001 s to read: divide it into parts.';
  expect(outcomes).toEqual([expect.stringContaining(refusal), expect.stringContaining(refusal)]);
});
