/** One input that waits for its batch, and how it is answered. */
export interface Waiting<Input, Output> {
  readonly input: Input;
  readonly resolve: (output: Output) => void;
  readonly reject: (reason: unknown) => void;
}

export interface BatcherOptions<Input, Output> {
  /** Answers each of a batch. What it throws is the answer of those that it has not answered. */
  readonly work: (batch: readonly Waiting<Input, Output>[]) => Promise<void>;
  /** What an input takes of a batch; 1 unless told. */
  readonly weightOf?: (input: Input) => number;
  /** A batch is no heavier, unless one input alone is. */
  readonly weightMax: number;
  /** Batches under way; no bound unless told. What comes while all are waits, and goes together. */
  readonly batchesAtOnce?: number;
  /** How long the first of a batch waits for others; until the end of this turn unless told. */
  readonly lingerMs?: number;
  /** When so many inputs wait, one more is refused; no bound unless told. */
  readonly waiting?: { readonly max: number; readonly refusal: () => Error };
}

/** Takes inputs one by one, and works on those together that come at the same time. */
export class Batcher<Input, Output> {
  private readonly options: BatcherOptions<Input, Output>;
  private waiting: Waiting<Input, Output>[] = [];
  private underWay = 0;
  private isLingering = false;

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

  private async run(batch: readonly Waiting<Input, Output>[]): Promise<void> {
    this.underWay++;
    try {
      await this.options.work(batch);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    this.underWay--;
    this.start();
  }

  private nextBatch(): Waiting<Input, Output>[] {
    const { weightOf = () => 1, weightMax } = this.options;
    let weight = 0;
    const end = this.waiting.findIndex(({ input }) => (weight += weightOf(input)) > weightMax);
    return this.waiting.splice(0, end < 0 ? this.waiting.length : Math.max(1, end));
  }
}

/** Work whose outputs are in the order of its inputs. */
export const inOrder =
  <Input, Output>(work: (inputs: readonly Input[]) => Promise<readonly Output[]>) =>
  async (batch: readonly Waiting<Input, Output>[]): Promise<void> => {
    const outputs = await work(batch.map(({ input }) => input));
    for (const [at, { resolve }] of batch.entries()) resolve(outputs[at] as Output);
  };
