const [STATE, WRITING, QUESTIONS, READERS, FIRST_READER] = [0, 1, 2, 3, 16];
const OPEN = 0;
/** Time in ms after which a thread that waits looks again, since the thread that it waits for may have ended. */
const LOOK_AGAIN_MS = 50;

/**
 * Keeps readers out while one thread writes, and the writer while any reads. A writer that waits goes before readers that
 * come later. Both hold it for single searches and writes, some milliseconds at most, so waiting blocks the thread.
 */
export class VectorLock {
  private readonly words: Int32Array;

  constructor(memory: SharedArrayBuffer) {
    this.words = new Int32Array(memory, 0, 256);
  }

  /** Runs work that changes the memory. Only one thread may write. */
  write<Result>(work: () => Result): Result {
    const { words } = this;
    Atomics.store(words, WRITING, 1);
    const last = FIRST_READER + Atomics.load(words, READERS);
    for (let word = FIRST_READER; word <= last; word++)
      while (Atomics.load(words, word) === 1) Atomics.wait(words, word, 1, LOOK_AGAIN_MS);
    try {
      return work();
    } finally {
      Atomics.store(words, WRITING, 0);
      Atomics.notify(words, WRITING);
    }
  }

  /** Runs work that reads the memory, as a given reader; undefined once the memory has ended. */
  read<Result>(reader: number, work: () => Result): Result | undefined {
    this.enter(FIRST_READER + reader);
    try {
      return this.hasEnded ? undefined : work();
    } finally {
      this.leave(reader);
    }
  }

  /** Makes the writer wait for a reader from now on. To be called before that reader reads. */
  admit(reader: number): void {
    Atomics.store(this.words, READERS, Math.max(reader, Atomics.load(this.words, READERS)));
  }

  /** Lets the writer go on that waits for a reader; for a reader whose thread ended, too. */
  leave(reader: number): void {
    Atomics.store(this.words, FIRST_READER + reader, 0);
    Atomics.notify(this.words, FIRST_READER + reader);
  }

  /** Ends the memory, whose writer has ended or ends: readers read no more. */
  end(): void {
    Atomics.store(this.words, STATE, 1);
    Atomics.store(this.words, WRITING, 0);
    Atomics.notify(this.words, WRITING);
  }

  get hasEnded(): boolean {
    return Atomics.load(this.words, STATE) !== OPEN;
  }

  /** Counts a question that a caller waits for. */
  noteQuestion(): void {
    Atomics.add(this.words, QUESTIONS, 1);
  }

  get questions(): number {
    return Atomics.load(this.words, QUESTIONS);
  }

  private enter(word: number): void {
    const { words } = this;
    for (;;) {
      Atomics.store(words, word, 1);
      if (Atomics.load(words, WRITING) === 0) return;
      Atomics.store(words, word, 0);
      Atomics.notify(words, word);
      Atomics.wait(words, WRITING, 1, LOOK_AGAIN_MS);
    }
  }
}
