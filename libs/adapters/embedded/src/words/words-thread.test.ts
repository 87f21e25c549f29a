import type { Worker } from 'node:worker_threads';
import { aMessage, until } from '@cairn/testing';
import { newestAnalyser } from '@cairn/text';
import { startWorker, WordsThread } from './words-thread.ts';

const listing = (words: WordsThread) =>
  words.list([aMessage({ content: 'zebra '.repeat(1_000) })], async () => [newestAnalyser('english')]);

it('fails for a text whose thread cannot be created, and starts one with the next', async () => {
  let isAtLimit = true;
  const start = () => {
    if (isAtLimit) throw new Error('no more threads');
    return startWorker();
  };
  const words = new WordsThread({ start });

  await expect(listing(words)).rejects.toThrow('no more threads');
  isAtLimit = false;

  expect(await listing(words)).toHaveLength(1);
  await words.close();
});

it('closes although its thread cannot be created', async () => {
  const start = () => {
    throw new Error('no more threads');
  };
  const words = new WordsThread({ start });

  const asked = listing(words);
  const closed = words.close();

  await expect(asked).rejects.toThrow('no more threads');
  await closed;
});

it('ends when no long text has come for some time, and starts again with the next', async () => {
  const started: Worker[] = [];
  const start = () => {
    started.push(startWorker());
    return started.at(-1)!;
  };
  const words = new WordsThread({ idleMs: 0, start });

  const first = await listing(words);
  await until(() => started[0]!.threadId === -1);
  const second = await listing(words);

  expect(second).toEqual(first);
  expect(started).toHaveLength(2);
  await words.close();
});
