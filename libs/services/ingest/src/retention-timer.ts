import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Clock, Retentions } from '@cairn/ports';

const EVERY_MS = 600_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Lets rules of retention run once a day, and leaves whoever changed one an hour to take it back. */
@Injectable()
export class RetentionTimer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(RetentionTimer.name);
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly retentions: Retentions,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => (this.running = this.run()), EVERY_MS);
    this.timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  /** What fails is tried again the next time. Several processes may do it at once. */
  async run(): Promise<void> {
    const now = this.clock.now();
    try {
      const begun = await this.retentions.beginDue({ settledBefore: now - HOUR_MS, lastBefore: now - DAY_MS });
      if (begun > 0) this.logger.log(`the rules of retention run for ${begun} organisations`);
    } catch (error) {
      this.logger.warn({ cause: String(error) }, `rules of retention wait: ${String(error)}`);
    }
  }
}
