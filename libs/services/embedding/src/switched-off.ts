import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Embedders, Holdings } from '@cairn/ports';
import { BackfillRate } from './backfill.ts';

const LOOK_EVERY_MS = 10_000;
const BATCH = 200;

/** Announces what was written while no embedding model was set up, at the pace of a backfill, once there is one. */
@Injectable()
export class SwitchedOff implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(SwitchedOff.name);
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly embedders: Embedders,
    private readonly holdings: Holdings,
    private readonly rate: BackfillRate,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.embedders.isOff) this.running = this.keepLooking();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Again and again: during a rolling restart another process may still be without a model. */
  private async keepLooking(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const announced = await this.announceSome().catch((error) => {
        this.logger.warn({ cause: String(error) }, `What waits for a model is announced later: ${String(error)}`);
        return 0;
      });
      await this.pause(announced > 0 ? (1000 * announced) / this.rate.itemsPerSecond : LOOK_EVERY_MS);
    }
  }

  private async announceSome(): Promise<number> {
    const waiting = await this.holdings.off('vectors', BATCH);
    return waiting.length === 0 ? 0 : this.holdings.announce(waiting, 'vectors');
  }

  private async pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}
