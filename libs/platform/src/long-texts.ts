import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { CairnError } from '@cairn/contracts';
import { FairSlots } from '@cairn/ports';
import type { Order, Outcome, Readings } from './long-texts.worker.ts';

/** The longest text in characters that is read at once: it takes some milliseconds at most, about as long as a message to the thread. */
const SHORT = 10_000;
/** The most texts of one organisation that wait for the thread; one more is refused. */
const WAITING_MAX = 500;
/** The timeout of one reading, ms. */
const READING_MS = 30_000;
/** The idle time after which the thread ends, ms. */
const IDLE_MS = 60_000;

/** Reads long texts in a thread, one at a time, in turn by organisation, so that no other request waits for them. */
export class LongTexts {
  private readonly slots = new FairSlots<string>({ slots: 1, waitingMax: WAITING_MAX });
  private worker: Worker | undefined;
  private idle: NodeJS.Timeout | undefined;

  constructor(private readonly readingMs = READING_MS) {}

  async read(order: Order, owner: string): Promise<unknown> {
    const slot = this.slots.take(owner);
    if (!slot)
      throw new CairnError('truth/overloaded', `${WAITING_MAX} long texts wait already. Come back a little later.`);
    const giveBack = await slot;
    try {
      return await this.answerOf(order);
    } finally {
      giveBack();
    }
  }

  private async answerOf(order: Order): Promise<unknown> {
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
      throw signal.aborted ? tooLong(this.readingMs) : error;
    } finally {
      // An idle thread keeps no process alive.
      worker.unref();
      this.idle = setTimeout(() => this.end(worker), IDLE_MS).unref();
    }
  }

  private end(worker: Worker): void {
    if (this.worker === worker) this.worker = undefined;
    void worker.terminate();
  }
}

function tooLong(ms: number): CairnError {
  const problem = `takes more than ${ms / 1000} s to read: divide it into parts`;
  return new CairnError('request/invalid', `A text of the request ${problem}.`);
}

const longTexts = new LongTexts();

/** A reading of a text, with the function that does it in this thread as `here`. */
interface Reading<Name extends keyof Readings> {
  readonly name: Name;
  readonly here: (...args: Parameters<Readings[Name]>) => ReturnType<Readings[Name]>;
}

/** Reads a text for an organisation: a short one at once, a long one in the thread. */
export async function readText<Name extends keyof Readings>(
  orgId: string,
  { name, here }: Reading<Name>,
  ...args: Parameters<Readings[Name]>
): Promise<ReturnType<Readings[Name]>> {
  const length = Math.max(...args.map((value) => (typeof value === 'string' ? value.length : 0)));
  if (length <= SHORT) return here(...args);
  return (await longTexts.read({ name, args }, orgId)) as ReturnType<Readings[Name]>;
}
