import { Worker } from 'node:worker_threads';
import { threadOptions } from '@cairn/ports';
import type { ReadingOrder, ReadingByName } from './long-texts.worker.ts';
import { TextThread } from './text-thread.ts';

/**
 * Greatest length in characters of a text that is read in the main thread. Reading such a text takes some milliseconds,
 * about as long as sending a message to the second thread.
 */
const SHORT_TEXT_CHARS = 10_000;

/** Creates the thread for long texts of requests. */
export const longTextThread = (readingMs?: number): TextThread<ReadingOrder, unknown> =>
  new TextThread(() => new Worker(new URL('./long-texts.worker.ts', import.meta.url), threadOptions), readingMs);

const longTexts = longTextThread();

/** A function to run on a text: `name` identifies it in the thread, `here` is the same function for this thread. */
interface Reading<Name extends keyof ReadingByName> {
  readonly name: Name;
  readonly here: (...args: Parameters<ReadingByName[Name]>) => ReturnType<ReadingByName[Name]>;
}

/** Reads a text on behalf of an organisation: a short text at once, a long text in the second thread. */
export async function readText<Name extends keyof ReadingByName>(
  orgId: string,
  { name, here }: Reading<Name>,
  ...args: Parameters<ReadingByName[Name]>
): Promise<ReturnType<ReadingByName[Name]>> {
  const length = Math.max(...args.map((value) => (typeof value === 'string' ? value.length : 0)));
  if (length <= SHORT_TEXT_CHARS) return here(...args);
  return readTextApart(orgId, name, ...args);
}

/** Reads a text that nobody waits for in the second thread, however short it is. */
export async function readTextApart<Name extends keyof ReadingByName>(
  orgId: string,
  name: Name,
  ...args: Parameters<ReadingByName[Name]>
): Promise<ReturnType<ReadingByName[Name]>> {
  return (await longTexts.read({ name, args }, orgId)) as ReturnType<ReadingByName[Name]>;
}
