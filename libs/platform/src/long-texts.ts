import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { CairnError } from '@cairn/contracts';
import { FairSlots } from '@cairn/ports';
import type { ReadingOrder, Outcome, ReadingByName } from './long-texts.worker.ts';

/**
 * Greatest length in characters of a text that is read in the main thread. Reading such a text takes some milliseconds,
 * about as long as sending a message to the second thread.
 */
const SHORT_TEXT_CHARS = 10_000;
/** The most texts of one organisation that may wait for the thread; a further text is refused. */
const WAITING_TEXTS_MAX = 500;
/** Timeout for reading one text, in ms. */
const READING_TIMEOUT_MS = 30_000;
/** Time in ms without work after which the thread ends. */
const IDLE_THREAD_MS = 60_000;

/**
 * Reads long texts in a second thread, one text at a time and organisations in turn, so that the main thread can serve
 * other requests.
 */
export class LongTexts {
  private readonly slots = new FairSlots<string>({ slots: 1, waitingMax: WAITING_TEXTS_MAX });
  private worker: Worker | undefined;
  private idle: NodeJS.Timeout | undefined;

  constructor(private readonly readingMs = READING_TIMEOUT_MS) {}

  async read(order: ReadingOrder, owner: string): Promise<unknown> {
    const slot = this.slots.take(owner);
    if (!slot)
      throw new CairnError(
        'truth/overloaded',
        `${WAITING_TEXTS_MAX} long texts wait already. Come back a little later.`,
      );
    const giveBack = await slot;
    try {
      return await this.answerOf(order);
    } finally {
      giveBack();
    }
  }

  private async answerOf(order: ReadingOrder): Promise<unknown> {
    clearTimeout(this.idle);
    const worker = (this.worker ??= new Worker(new URL('./long-texts.worker.ts', import.meta.url)));
    worker.ref();
    const signal = AbortSignal.timeout(this.readingMs);
    try {
      const answered = once(worker, 'message', { signal }) as Promise<[Outcome]>;
      worker.postMessage(order);
      const [outcome] = await answered;
      if ('problem' in outcome) throw new Error(outcome.problem);
      return outcome.result;
    } catch (error) {
      this.end(worker);
      throw signal.aborted ? tooLongError(this.readingMs) : error;
    } finally {
      // Lets the process exit although the idle thread still exists.
      worker.unref();
      this.idle = setTimeout(() => this.end(worker), IDLE_THREAD_MS).unref();
    }
  }

  private end(worker: Worker): void {
    if (this.worker === worker) this.worker = undefined;
    void worker.terminate();
  }
}

function tooLongError(ms: number): CairnError {
  const problem = `takes more than ${ms / 1000} s to read: divide it into parts`;
  return new CairnError('request/invalid', `A text of the request ${problem}.`);
}

const longTexts = new LongTexts();

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
  return (await longTexts.read({ name, args }, orgId)) as ReturnType<ReadingByName[Name]>;
}
