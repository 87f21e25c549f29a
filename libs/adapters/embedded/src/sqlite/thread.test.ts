import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { Thread } from './thread.ts';
import type { ToThread } from './wire.ts';

/** A stand-in for a worker that answers each call with its number of arguments, and copies messages as a port does. */
class AnsweringWorker extends EventEmitter {
  readonly messages: ToThread[] = [];

  postMessage(message: ToThread): void {
    const copy = structuredClone(message);
    this.messages.push(copy);
    if (copy.type !== 'calls') return;
    const answers = copy.calls.map(({ number, args }) => ({ number, result: args.length }));
    setImmediate(() => this.emit('message', { type: 'answers', answers, notices: [] }));
  }
}

const threadOf = (worker: AnsweringWorker) => new Thread(worker as unknown as Worker);

it('sends calls of one turn in one message', async () => {
  const worker = new AnsweringWorker();
  const thread = threadOf(worker);

  const answers = await Promise.all([thread.call('a', []), thread.call('b', [1]), thread.call('c', [1, 2])]);
  await thread.call('d', []);

  expect(answers).toEqual([0, 1, 2]);
  expect(worker.messages.map((message) => message.type === 'calls' && message.calls.length)).toEqual([3, 1]);
});

it('fails a call that cannot be copied alone', async () => {
  const thread = threadOf(new AnsweringWorker());

  const settled = await Promise.allSettled([thread.call('a', [1]), thread.call('b', [() => 0]), thread.call('c', [])]);

  expect(settled).toMatchObject([
    { value: 1 },
    { reason: { name: 'DataCloneError' } },
    { status: 'fulfilled', value: 0 },
  ]);
  expect(thread.waiting).toBe(0);
});

it('sends what was called before it closes', async () => {
  const worker = new AnsweringWorker();
  const thread = threadOf(worker);

  const answer = thread.call('a', []);
  const closed = thread.close();

  expect(worker.messages.map(({ type }) => type)).toEqual(['calls', 'close']);
  expect(await answer).toBe(0);
  worker.emit('exit');
  await closed;
});
