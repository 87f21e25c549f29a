import type { PersistentWorker } from '../sqlite/persistent-worker.ts';
import { ReaderThreads } from './reader-threads.ts';

class StubReader {
  waiting = 0;
  failure: string | undefined;
  isOpen = false;
  private readonly opens: boolean;

  constructor(opens: boolean) {
    this.opens = opens;
  }

  async open(): Promise<void> {
    if (!this.opens) throw new Error('not now');
    this.isOpen = true;
  }

  async close(): Promise<void> {
    this.isOpen = false;
  }

  async end(): Promise<void> {}
}

function readersOf(opens: readonly boolean[]) {
  const started: StubReader[] = [];
  const limit = { isReached: false };
  const start = () => {
    if (limit.isReached) throw new Error('no more threads');
    started.push(new StubReader(opens[started.length] ?? true));
    return started.at(-1) as unknown as PersistentWorker;
  };
  return { readers: new ReaderThreads(start, 2), started, limit };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('starts a second reader when the first is busy, and no third', async () => {
  const { readers, started } = readersOf([]);
  await readers.open();
  const counts = [started.length];

  readers.idlest('last');
  counts.push(started.length);
  started[0]!.waiting = 1;
  readers.idlest('last');
  readers.idlest('last');
  await settled();
  counts.push(started.length);
  started[1]!.waiting = 1;
  readers.idlest('last');
  await readers.close();

  expect([...counts, started.length]).toEqual([1, 1, 2, 2]);
  expect(started.map(({ isOpen }) => isOpen)).toEqual([false, false]);
});

it('goes on with one reader if the second does not open, and tries again', async () => {
  const { readers, started } = readersOf([true, false]);
  started[0]!.waiting = 1;

  readers.idlest('last');
  await settled();
  expect(readers.all).toHaveLength(1);

  readers.idlest('last');
  await settled();
  expect(readers.all).toHaveLength(2);
});

it('goes on with one reader if a second cannot be created, and tries again', async () => {
  const { readers, started, limit } = readersOf([]);
  started[0]!.waiting = 1;
  limit.isReached = true;

  readers.idlest('last');
  await settled();
  expect(readers.all).toHaveLength(1);

  limit.isReached = false;
  readers.idlest('last');
  await readers.close();
  expect(readers.all).toHaveLength(2);
});

it('starts none any more once it closes', async () => {
  const { readers, started } = readersOf([]);
  started[0]!.waiting = 1;
  await readers.close();

  readers.idlest('first');

  expect(started).toHaveLength(1);
});
