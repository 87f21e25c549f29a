import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { maskText } from '@cairn/masking';
import { longTextThread, readText } from './long-texts.ts';
import { TextThread, ThreadNotStartedError } from './text-thread.ts';

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

it.each([
  [
    'cannot be made',
    () => {
      throw new Error('no memory');
    },
  ],
  ['ends before it reads', () => new Worker('throw new Error("no memory")', { eval: true })],
])('says so if the thread %s', async (_, start: () => Worker) => {
  const refused = await new TextThread(start).read({}, 'org-1').catch((error: unknown) => error);

  expect(refused).toBeInstanceOf(ThreadNotStartedError);
  expect(String(refused)).toContain('no memory');
});

it('takes an error of a thread that has read texts, or has too little memory for one, for an error of the text', async () => {
  const fails =
    "require('node:worker_threads').parentPort.on('message', (text) => { if (text === 'bad') throw new Error('bad text'); ";
  const answers = "require('node:worker_threads').parentPort.postMessage({ result: 1 }); });";
  const texts = new TextThread<string, number>(() => new Worker(fails + answers, { eval: true }));
  const outOfMemory = 'const all = []; for (;;) all.push(Array(1e5).fill(all.length));';
  const small = new TextThread<string, number>(
    () => new Worker(outOfMemory, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 8 } }),
  );

  expect(await texts.read('good', 'org-1')).toBe(1);
  expect(String(await texts.read('bad', 'org-1').catch(String))).toBe('Error: bad text');
  expect(String(await small.read('large', 'org-1').catch(String))).toMatch(/memory limit/u);
  texts.close();
});
