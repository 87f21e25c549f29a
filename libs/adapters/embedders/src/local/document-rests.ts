/** Length of a rest, as a multiple of the time of the group before it. */
const REST_FACTOR = 3;
/** Time in ms after a question for which documents rest. */
const QUESTION_RECENT_MS = 30_000;

/**
 * Rests between groups of documents while questions are asked, so that a question seldom meets a group that is running and
 * keeps its share of the processor. When nobody asks, documents go on without rests.
 */
export class DocumentRests {
  readonly #now: () => number;
  #askedAt = -Infinity;
  #end: () => void = () => {};

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** A question arrived: a rest ends. */
  noteQuestion(): void {
    this.#askedAt = this.#now();
    this.end();
  }

  end(): void {
    this.#end();
  }

  /** Whether nobody asked lately. */
  get isQuiet(): boolean {
    return this.#now() - this.#askedAt >= QUESTION_RECENT_MS;
  }

  /** Length in ms of the rest after a group of documents that took this time. */
  restAfter(groupMs: number): number {
    return this.isQuiet ? 0 : REST_FACTOR * groupMs;
  }

  /** Waits for this time, or until a question arrives. */
  async wait(ms: number): Promise<void> {
    if (ms === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#end = resolve;
    const timer = setTimeout(resolve, ms);
    await promise;
    clearTimeout(timer);
  }
}
