import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { VectorLock } from './vector-lock.ts';

const READER = 2;
const [BEGUN, ENTERED, NUMBER] = [0, 1, 2];
/** Time in ms for which the lock is held while the other thread tries to enter. */
const HELD_MS = 100;

/** Thread that says when it begins, then takes the lock to look at a number, and answers with the number. */
const LOOKER = `
  const { parentPort, workerData } = require('node:worker_threads');
  import(workerData.url).then(({ VectorLock }) => {
    const lock = new VectorLock(workerData.memory);
    const words = new Int32Array(workerData.words);
    const look = () => {
      const number = Atomics.load(words, ${NUMBER});
      Atomics.store(words, ${ENTERED}, 1);
      Atomics.notify(words, ${ENTERED});
      return number;
    };
    Atomics.store(words, ${BEGUN}, 1);
    Atomics.notify(words, ${BEGUN});
    parentPort.postMessage(workerData.writes ? lock.write(look) : lock.read(${READER + 1}, look));
  });`;

it.each([
  ['a writer waits for a reader', true],
  ['a reader waits for a writer', false],
])('%s', async (_, writes) => {
  const memory = new SharedArrayBuffer(4096);
  const words = new Int32Array(new SharedArrayBuffer(16));
  const url = new URL('./vector-lock.ts', import.meta.url).href;
  const worker = new Worker(LOOKER, { eval: true, workerData: { url, memory, words: words.buffer, writes } });
  const seen = once(worker, 'message');
  const lock = new VectorLock(memory);
  lock.admit(READER + 1);
  const hold = () => {
    Atomics.wait(words, BEGUN, 0, 10_000);
    Atomics.wait(words, ENTERED, 0, HELD_MS);
    Atomics.store(words, NUMBER, 7);
  };

  if (writes) lock.read(READER, hold);
  else lock.write(hold);

  await expect(seen).resolves.toEqual([7]);
});

it('reads nothing once it has ended, also when the writer ended while it wrote', () => {
  const memory = new SharedArrayBuffer(4096);
  const lock = new VectorLock(memory);
  new Int32Array(memory)[1] = 1;

  lock.end();

  expect(lock.read(READER, () => 'read')).toBeUndefined();
});
