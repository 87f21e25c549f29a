import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@nestjs/common';

export interface Look {
  /** What the log calls it when it fails. */
  readonly task: string;
  readonly everyMs: number;
  /** Whether the first look waits for its time as the others do. */
  readonly isPatient?: boolean;
  /** May return another pause until the next look, in ms. */
  run(): Promise<number | void>;
}

/** Looks for work again and again until it is ended. A look that fails is logged, and the next one tries again. */
export class RepeatedLooks {
  private readonly ending = new AbortController();
  private readonly running: Promise<void>[] = [];

  constructor(private readonly logger: Logger) {}

  get isEnded(): boolean {
    return this.ending.signal.aborted;
  }

  begin(look: Look): void {
    this.running.push(this.repeat(look));
  }

  /** Resolves when every look has ended. */
  async end(): Promise<void> {
    this.ending.abort();
    await Promise.all(this.running);
  }

  /** Ends early when the looks are ended. */
  async pause(ms: number): Promise<void> {
    await delay(Math.max(0, ms), undefined, { signal: this.ending.signal }).catch(() => undefined);
  }

  private async repeat(look: Look): Promise<void> {
    if (look.isPatient) await this.pause(look.everyMs);
    while (!this.isEnded) await this.pause((await this.attempt(look)) ?? look.everyMs);
  }

  private async attempt({ task, run }: Look): Promise<number | void> {
    try {
      return await run();
    } catch (error) {
      this.logger.warn({ cause: String(error) }, `${task}: ${String(error)}`);
    }
  }
}
