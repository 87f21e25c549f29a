import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Truth } from '@cairn/ports';

const EVERY_MS = 5_000;
/** Younger lag is still on its way: twice what a healthy index takes at worst. */
const LAG_MS = 30_000;
const BATCH = 500;

/** Sends events again whose index lags, so that no lost delivery leaves an item unfound (reliability.md 5.4, rule 8). */
@Injectable()
export class Sweeper implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(Sweeper.name);
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly truth: Truth) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.sweep(), EVERY_MS);
    this.timer.unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  async sweep(): Promise<number> {
    try {
      const requeued = await this.truth.requeueLagging(LAG_MS, BATCH);
      if (requeued > 0) this.logger.warn(`${requeued} lagging items sent to their indexes again`);
      return requeued;
    } catch (error) {
      // The next sweep tries again; a sweeper that dies would be worse than one that waits.
      this.logger.error(`sweep failed: ${String(error)}`);
      return 0;
    }
  }
}
