import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { RecallRequest } from '@cairn/contracts';
import { aPrincipal } from '@cairn/testing';
import { RecallThreads, type MainParts, usefulThreads } from './recall-threads.ts';

interface Call {
  readonly number: number;
  readonly name: string;
}

/** Thread that opens at once and answers a recall when the test says so. */
class HeldThread extends EventEmitter {
  readonly recalls: Call[] = [];

  postMessage({ number, name }: Call): void {
    if (name === 'answer') this.recalls.push({ number, name });
    else queueMicrotask(() => this.emit('message', { type: 'result', number, result: undefined }));
    if (name === 'close') this.emit('exit', 0);
  }

  answer(): void {
    for (const { number } of this.recalls.splice(0)) this.emit('message', { type: 'result', number, result: {} });
  }
}

it('starts the first thread with the second recall, and another only if all are busy', async () => {
  const started: HeldThread[] = [];
  const start = () => {
    const thread = new HeldThread();
    started.push(thread);
    return thread as unknown as Worker;
  };
  const here = { answer: async () => ({}) };
  const parts = { here, embedders: { isOff: true } } as unknown as MainParts;
  const threads = new RecallThreads(parts, { start, count: 2 });
  const ask = () => threads.answer(aPrincipal(), RecallRequest.parse({ query: 'what?' }), 5);
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

describe('usefulThreads', () => {
  it('leaves a core to vectors and the main thread, and is never none', () => {
    expect([1, 2, 3, 16].map((cores) => usefulThreads(2, cores))).toEqual([1, 1, 2, 2]);
    expect(usefulThreads(1, 16)).toBe(1);
  });
});
