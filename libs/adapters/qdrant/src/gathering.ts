import { CairnError } from '@cairn/contracts';

export interface GatheringOptions<One> {
  readonly send: (batch: readonly One[]) => Promise<void>;
  /** What one takes of a batch. */
  readonly weightOf: (one: One) => number;
  /** A batch is no heavier, unless one alone is. */
  readonly weightMost: number;
  readonly batchesAtOnce: number;
  readonly waitingMost: number;
}

interface Waiting<One> {
  readonly one: One;
  readonly done: PromiseWithResolvers<void>;
}

/** Sends together what comes at the same time, or while all that may be under way is. A batch succeeds or fails as one. */
export class Gathering<One> {
  private readonly options: GatheringOptions<One>;
  private waiting: Waiting<One>[] = [];
  private underWay = 0;

  constructor(options: GatheringOptions<One>) {
    this.options = options;
  }

  add(one: One): Promise<void> {
    if (this.waiting.length >= this.options.waitingMost)
      return Promise.reject(new CairnError('index/unavailable', 'Too many writes to the vector index wait.'));
    const done = Promise.withResolvers<void>();
    this.waiting.push({ one, done });
    setImmediate(() => this.start());
    return done.promise;
  }

  private start(): void {
    if (this.underWay >= this.options.batchesAtOnce || this.waiting.length === 0) return;
    this.underWay++;
    const batch = this.take();
    this.settle(batch).finally(() => {
      this.underWay--;
      this.start();
    });
    this.start();
  }

  private async settle(batch: readonly Waiting<One>[]): Promise<void> {
    try {
      await this.options.send(batch.map(({ one }) => one));
      for (const { done } of batch) done.resolve();
    } catch (error) {
      for (const { done } of batch) done.reject(error);
    }
  }

  private take(): Waiting<One>[] {
    const { weightOf, weightMost } = this.options;
    let weight = 0;
    const end = this.waiting.findIndex(({ one }) => (weight += weightOf(one)) > weightMost);
    return this.waiting.splice(0, end < 0 ? this.waiting.length : Math.max(1, end));
  }
}
