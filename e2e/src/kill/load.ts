import { until } from '../until.ts';
import { Ledger } from './ledger.ts';
import { Pace } from './pace.ts';
import type { ReaderOptions } from './readers.ts';
import { Trigger } from './trigger.ts';
import { writeUntilOver } from './writers.ts';

const WRITERS = 8;
/** Share of requests that are sent twice; half of the repeats go out at once. */
const REPEAT_SHARE = 0.1;
const ANSWER_MS = 5_000;

/** Clients that write as much as they are allowed, and others that read, until the end. */
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

  /** Runs `act` at the moment of an answer, whose write must then be on disk; without an answer, it runs after a time limit. */
  atAcknowledgement(act: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.trigger.pull(), ANSWER_MS);
      this.trigger.arm(() => {
        clearTimeout(timer);
        act().then(resolve, reject);
      });
    });
  }

  /** Ends after this number of writes, when every request is answered. */
  async end(wanted: number): Promise<Reads> {
    await until(async () => this.written >= wanted);
    this.isOver = true;
    await this.writing;
    return this.reading;
  }
}
