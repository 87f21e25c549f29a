import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { RecallRequest } from '@cairn/contracts';
import { aPrincipal, until } from '@cairn/testing';
import { RecallThreads, type MainParts, usefulThreads } from './recall-threads.ts';

interface Call {
  readonly number: number;
  readonly name: string;
}

/** Thread that opens at once, unless it fails to, and answers a recall when the test says so. */
class HeldThread extends EventEmitter {
  readonly recalls: Call[] = [];
  private readonly opens: boolean;

  constructor(opens = true) {
    super();
    this.opens = opens;
  }

  terminate(): void {
    this.emit('exit', 1);
  }

  postMessage({ number, name }: Call): void {
    const error = { code: 'internal', message: 'no memory' };
    if (name === 'answer') this.recalls.push({ number, name });
    else if (name === 'open' && !this.opens)
      queueMicrotask(() => this.emit('message', { type: 'error', number, error }));
    else queueMicrotask(() => this.emit('message', { type: 'result', number, result: undefined }));
    if (name === 'close') this.emit('exit', 0);
  }

  answer(): void {
    for (const { number } of this.recalls.splice(0)) this.emit('message', { type: 'result', number, result: {} });
  }
}

const here = { answer: async () => ({}) };
const parts = { here, embedders: { isOff: true } } as unknown as MainParts;
const recall = (threads: RecallThreads) => threads.answer(aPrincipal(), RecallRequest.parse({ query: 'what?' }), 5);

it.each([
  ['does not open', () => new HeldThread(false)],
  [
    'cannot be created',
    () => {
      throw new Error('no more threads');
    },
  ],
])('answers here when a thread %s, and starts another after a pause', async (_, failing) => {
  let started = 0;
  const start = () => (started++ === 0 ? failing() : new HeldThread()) as unknown as Worker;
  const threads = new RecallThreads(parts, { start, count: 1 });

  for (let at = 0; at < 5; at++) expect(await recall(threads)).toEqual({});
  expect(started).toBe(1);
  await until(async () => {
    await recall(threads);
    return started === 2;
  });
  await threads.beforeApplicationShutdown();
});

it('starts the first thread with the second recall, and another only if all are busy', async () => {
  const started: HeldThread[] = [];
  const start = () => {
    const thread = new HeldThread();
    started.push(thread);
    return thread as unknown as Worker;
  };
  const threads = new RecallThreads(parts, { start, count: 2 });
  const ask = () => recall(threads);
  const counts = [];

  await ask();
  counts.push(started.length);
  await ask();
  counts.push(started.length);
  for (let at = 0; at < 3; at++) {
    const asked = ask();
    started[0]!.answer();
    await asked;
  }
  counts.push(started.length);
  const [first, second] = [ask(), ask()];
  counts.push(started.length);
  for (const thread of started) thread.answer();
  await Promise.all([first, second]);

  expect(counts).toEqual([0, 1, 1, 2]);
  await threads.beforeApplicationShutdown();
});

it('takes back what it lent to a thread when the thread asks for another loan of the model, and when it ends', async () => {
  const back: number[] = [];
  let lent = 0;
  const vectors = {
    lend: async () => {
      const number = ++lent;
      return { lent: number, returned: () => void back.push(number) };
    },
  };
  const thread = new HeldThread();
  const start = () => thread as unknown as Worker;
  const threads = new RecallThreads({ ...parts, vectors } as unknown as MainParts, { start, count: 1 });
  const lend = async (modelId: string) => {
    const number = lent + 1;
    thread.emit('message', { type: 'call', number, name: 'lendVectors', args: [modelId] });
    await until(async () => lent === number);
  };
  await recall(threads);
  await recall(threads);

  for (const modelId of ['a', 'b', 'a']) await lend(modelId);
  const before = [...back];
  await threads.beforeApplicationShutdown();
  await until(async () => back.length === 3);

  expect(before).toEqual([1]);
  expect(back.sort()).toEqual([1, 2, 3]);
});

describe('usefulThreads', () => {
  it('leaves a core to vectors and the main thread, and is never none', () => {
    expect([1, 2, 3, 16].map((cores) => usefulThreads(2, cores))).toEqual([1, 1, 2, 2]);
    expect(usefulThreads(1, 16)).toBe(1);
  });
});
