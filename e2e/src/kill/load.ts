import { until } from '../until.ts';
import { Ledger } from './ledger.ts';
import { Pace } from './pace.ts';
import type { ReaderOptions } from './readers.ts';
import { Trigger } from './trigger.ts';
import { writeUntilOver } from './writers.ts';

const WRITERS = 8;
/** Half of them at once. */
const REPEAT_SHARE = 0.1;
const ANSWER_MS = 5_000;

/** Clients that write as much as they are allowed, and others that read, until it is over. */
export class Load<Reads> {
  readonly ledger = new Ledger();
  private readonly trigger = new Trigger();
  private readonly pace = new Pace(() => this.written);
  private readonly writing: Promise<void>;
  private readonly reading: Promise<Reads>;
  private isOver = false;

  constructor(
    server: { readonly url: string; readonly key: string },
    readUntilOver: (options: ReaderOptions) => Promise<Reads>,
    changeShare = 0,
  ) {
    const { ledger } = this;
    const common = { url: server.url, key: server.key, ledger, isOver: () => this.isOver };
    this.writing = writeUntilOver({
      ...common,
      writers: WRITERS,
      batch: 1,
      repeatShare: REPEAT_SHARE,
      changeShare,
      turn: () => this.pace.turn(common.isOver),
      onAcknowledged: () => this.trigger.pull(),
    });
    this.reading = readUntilOver(common);
  }

  get written(): number {
    return this.ledger.acknowledged.size;
  }

  allow(more: number): void {
    this.pace.allow(more);
  }

  /** Does it at the very moment that an answer comes in: what that acknowledged must be on disk. Without one, it is done all the same. */
  atAcknowledgement(act: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.trigger.pull(), ANSWER_MS);
      this.trigger.arm(() => {
        clearTimeout(timer);
        act().then(resolve, reject);
      });
    });
  }

  /** Ends when so much is written, and every request has its answer. */
  async end(wanted: number): Promise<Reads> {
    await until(async () => this.written >= wanted);
    this.isOver = true;
    await this.writing;
    return this.reading;
  }
}
