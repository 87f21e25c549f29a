import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@nestjs/common';

export interface PeriodicTask {
  /** The name of the task in log lines about failures. */
  readonly task: string;
  readonly everyMs: number;
  /** Whether the first run also waits for the interval. */
  readonly runsLate?: boolean;
  /** Runs the task; may return a different pause until the next run, in ms. */
  run(): Promise<number | void>;
}

/** Runs tasks periodically until they are ended. A failed run is logged, and the task runs again after its interval. */
export class PeriodicTasks {
  private readonly ending = new AbortController();
  private readonly running: Promise<void>[] = [];

  constructor(private readonly logger: Logger) {}

  get isEnded(): boolean {
    return this.ending.signal.aborted;
  }

  begin(look: PeriodicTask): void {
    this.running.push(this.repeat(look));
  }

  /** Ends all tasks; resolves when every run has ended. */
  async end(): Promise<void> {
    this.ending.abort();
    await Promise.all(this.running);
  }

  /** Waits for `ms`; returns early if the tasks are ended. */
  async pause(ms: number): Promise<void> {
    await delay(Math.max(0, ms), undefined, { signal: this.ending.signal }).catch(() => undefined);
  }

  private async repeat(look: PeriodicTask): Promise<void> {
    if (look.runsLate) await this.pause(look.everyMs);
    while (!this.isEnded) await this.pause((await this.attempt(look)) ?? look.everyMs);
  }

  private async attempt({ task, run }: PeriodicTask): Promise<number | void> {
    try {
      return await run();
    } catch (error) {
      this.logger.warn({ cause: String(error) }, `${task}: ${String(error)}`);
    }
  }
}
