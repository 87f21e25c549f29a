/** An input that waits for its batch, with the functions that settle its promise. */
export interface WaitingInput<Input, Output> {
  readonly input: Input;
  readonly resolve: (output: Output) => void;
  readonly reject: (reason: unknown) => void;
}

export interface BatcherOptions<Input, Output> {
  /**
   * Processes a batch and settles each of its inputs. If it throws, the inputs that are not settled yet are rejected with
   * the error.
   */
  readonly work: (batch: readonly WaitingInput<Input, Output>[]) => Promise<void>;
  /** The weight of an input; 1 by default. */
  readonly weightOf?: (input: Input) => number;
  /** The greatest weight of a batch; a single heavier input makes a batch of its own. */
  readonly weightMax: number;
  /** The most concurrent batches; unbounded by default. Inputs that arrive while so many run form the next batch. */
  readonly batchesAtOnce?: number;
  /**
   * The time in ms for which the first input of a batch waits for others; by default until the end of this turn of the
   * event loop.
   */
  readonly lingerMs?: number;
  /** The most inputs that may wait; a further one is rejected with `refusal()`. Unbounded by default. */
  readonly waiting?: { readonly max: number; readonly refusal: () => Error };
}

/** Collects inputs that arrive about the same time and processes them in batches. */
export class Batcher<Input, Output> {
  private readonly options: BatcherOptions<Input, Output>;
  private waiting: WaitingInput<Input, Output>[] = [];
  private underWay = 0;
  private isLingering = false;
  private onIdle: (() => void)[] = [];

  constructor(options: BatcherOptions<Input, Output>) {
    this.options = options;
  }

  add(input: Input): Promise<Output> {
    const { waiting } = this.options;
    if (waiting && this.waiting.length >= waiting.max) return Promise.reject(waiting.refusal());
    return new Promise((resolve, reject) => {
      this.waiting.push({ input, resolve, reject });
      if (!this.isLingering) this.linger();
    });
  }

  /** Resolves when no input waits and no batch is being processed. */
  async idle(): Promise<void> {
    while (this.waiting.length + this.underWay > 0) await new Promise<void>((resolve) => this.onIdle.push(resolve));
  }

  private linger(): void {
    const { lingerMs } = this.options;
    const end = () => {
      this.isLingering = false;
      this.start();
    };
    this.isLingering = true;
    if (lingerMs === undefined) setImmediate(end);
    else setTimeout(end, lingerMs);
  }

  private start(): void {
    const { batchesAtOnce = Infinity } = this.options;
    while (this.underWay < batchesAtOnce && this.waiting.length > 0) void this.run(this.nextBatch());
  }

  private async run(batch: readonly WaitingInput<Input, Output>[]): Promise<void> {
    this.underWay++;
    try {
      await this.options.work(batch);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    this.underWay--;
    this.start();
    if (this.waiting.length + this.underWay === 0) for (const resolve of this.onIdle.splice(0)) resolve();
  }

  private nextBatch(): WaitingInput<Input, Output>[] {
    const { weightOf = () => 1, weightMax } = this.options;
    let weight = 0;
    const end = this.waiting.findIndex(({ input }) => (weight += weightOf(input)) > weightMax);
    return this.waiting.splice(0, end < 0 ? this.waiting.length : Math.max(1, end));
  }
}

/** Adapts a function that returns outputs in the order of its inputs. */
export const answerInOrder =
  <Input, Output>(work: (inputs: readonly Input[]) => Promise<readonly Output[]>) =>
  async (batch: readonly WaitingInput<Input, Output>[]): Promise<void> => {
    const outputs = await work(batch.map(({ input }) => input));
    for (const [at, { resolve }] of batch.entries()) resolve(outputs[at] as Output);
  };
