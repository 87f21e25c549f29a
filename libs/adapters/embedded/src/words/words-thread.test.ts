import type { Worker } from 'node:worker_threads';
import { aMessage, until } from '@cairn/testing';
import { newestAnalyser } from '@cairn/text';
import { startWorker, WordsThread } from './words-thread.ts';

it('ends when no long text has come for some time, and starts again with the next', async () => {
  const started: Worker[] = [];
  const start = () => {
    started.push(startWorker());
    return started.at(-1)!;
  };
  const words = new WordsThread({ idleMs: 0, start });
  const list = () =>
    words.list([aMessage({ content: 'zebra '.repeat(1_000) })], async () => [newestAnalyser('english')]);

  const first = await list();
  await until(() => started[0]!.threadId === -1);
  const second = await list();

  expect(second).toEqual(first);
  expect(started).toHaveLength(2);
  await words.close();
});
