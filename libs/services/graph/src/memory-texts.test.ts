import { Worker } from 'node:worker_threads';
import type { ReadableText } from '@cairn/graph';
import { aMemory } from '@cairn/testing';
import { MemoryTexts } from './memory-texts.ts';

const opened: MemoryTexts[] = [];
afterAll(() => opened.forEach((texts) => texts.onModuleDestroy()));

/** Counts the texts that were read in the main thread; its clock stands still. */
class CountingTexts extends MemoryTexts {
  here = 0;
  at = 0;

  constructor() {
    super();
    opened.push(this);
  }

  protected override now() {
    return this.at;
  }

  protected override readHere(text: ReadableText) {
    this.here += 1;
    return super.readHere(text);
  }
}

const memories = ['ledger', 'kiosk', 'zither', 'atlas'].map((name) =>
  aMemory({ content: `The Payments team owns the ${name} service.` }),
);

it('reads a single memory in the main thread, and those that follow at once in a thread of their own', async () => {
  const texts = new CountingTexts();

  const alone = await texts.statementsOf(memories[0]!);
  const together = await Promise.all(memories.map((memory) => texts.statementsOf(memory)));

  expect(texts.here).toBe(1);
  texts.at += 60_000;
  await texts.statementsOf(memories[1]!);
  expect(texts.here).toBe(2);
  expect(together[0]).toEqual(alone);
  const owned = together.map(({ statements }) =>
    statements.map(({ from, type, to }) => `${from.name} ${type} ${to.name}`),
  );
  expect(owned).toEqual([
    ['Payments owns ledger'],
    ['Payments owns kiosk'],
    ['Payments owns zither'],
    ['Payments owns atlas'],
  ]);
});

it('reads in the main thread what a thread that fails has left', async () => {
  class WithoutThread extends CountingTexts {
    protected override startThread() {
      return new Worker('throw new Error("no thread")', { eval: true });
    }
  }
  const texts = new WithoutThread();

  const read = await Promise.all(memories.map((memory) => texts.statementsOf(memory)));

  expect(texts.here).toBe(memories.length);
  expect(read.map(({ statements }) => statements.length)).toEqual([1, 1, 1, 1]);
});
