import type { PersistentWorker } from '../sqlite/persistent-worker.ts';

/**
 * Reading threads of the file. The first starts at once, and each further one when those before are busy, since each takes
 * some 30 MB.
 */
export class ReaderThreads {
  readonly all: PersistentWorker[];
  private readonly start: () => PersistentWorker;
  private readonly most: number;
  private adding: Promise<void> | undefined;
  private isClosing = false;

  constructor(start: () => PersistentWorker, most: number) {
    this.start = start;
    this.most = most;
    this.all = [start()];
  }

  /** Opens the first thread. */
  async open(): Promise<void> {
    await this.all[0]!.open();
  }

  /** Returns the thread with the fewest calls; of equally busy ones, the `preferred` one. */
  idlest(preferred: 'first' | 'last'): PersistentWorker {
    const usual = this.all.at(preferred === 'first' ? 0 : -1)!;
    const idlest = this.all.reduce((least, each) => (each.waiting < least.waiting ? each : least), usual);
    if (idlest.waiting > 0 && this.all.length < this.most && !this.isClosing) this.adding ??= this.add();
    return idlest;
  }

  /** Reason why all threads have ended; undefined once one is replaced. */
  get failure(): string | undefined {
    return this.all.every(({ failure }) => failure) ? this.all[0]!.failure : undefined;
  }

  async close(): Promise<void> {
    this.isClosing = true;
    await this.adding;
    await Promise.all(this.all.map((reader) => reader.close()));
  }

  /** A thread that cannot be created or does not open is left out; the next busy moment tries again. */
  private async add(): Promise<void> {
    let reader: PersistentWorker | undefined;
    try {
      reader = this.start();
      await reader.open();
      this.all.push(reader);
    } catch {
      await reader?.end();
    } finally {
      this.adding = undefined;
    }
  }
}
