import { Injectable, Logger, Optional, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { QueueStatistics, Truth, type QueueDepth } from '@cairn/ports';

const EVERY_MS = 5_000;
/** Younger lag is still on its way: twice what a healthy index takes at worst. */
const LAG_MS = 30_000;
/** A delivery that is tried again for long must not put off what else was lost; what is sent again once too often is done once. */
const LAG_MAX_MS = 60_000;
const BATCH = 500;
/** Up to so many in the queues are topped up: what waits there is not lost, and every one sent again may be done twice. */
const IN_FLIGHT_MAX = 2_000;

/** Sends events again whose index lags, so that no lost delivery leaves an item unfound (reliability.md 5.4, rule 8). */
@Injectable()
export class Sweeper implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(Sweeper.name);
  private timer: NodeJS.Timeout | undefined;
  private sweeping: Promise<number> | undefined;

  /** The truth itself passes over what waits in its outbox; without statistics of queues nothing waits elsewhere. */
  constructor(
    private readonly truth: Truth,
    @Optional() private readonly queueStatistics?: QueueStatistics,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.sweep(), EVERY_MS);
    this.timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.sweeping;
  }

  /** How many were sent again. One sweep runs at a time. */
  sweep(): Promise<number> {
    this.sweeping ??= this.sweepOnce().finally(() => {
      this.sweeping = undefined;
    });
    return this.sweeping;
  }

  private async sweepOnce(): Promise<number> {
    try {
      const requeued = await this.requeue((await this.queueStatistics?.depths()) ?? []);
      if (requeued > 0) this.logger.warn(`${requeued} lagging items sent to their indexes again`);
      return requeued;
    } catch (error) {
      // The next sweep tries again; a sweeper that dies would be worse than one that waits.
      this.logger.error({ cause: String(error) }, `sweep failed: ${String(error)}`);
      return 0;
    }
  }

  private async requeue(depths: readonly QueueDepth[]): Promise<number> {
    const olderThanMs = lagOf(depths);
    const room = roomBeside(depths);
    let requeued = 0;
    for (let last = BATCH; last === BATCH && requeued < room; requeued += last) {
      last = await this.truth.requeueLagging(olderThanMs, Math.min(BATCH, room - requeued));
    }
    return requeued;
  }
}

/** How old a lag must be to be a loss: while the queues are behind, twice as old as what is still in them. */
function lagOf(depths: readonly QueueDepth[]): number {
  const oldest = Math.max(0, ...depths.flatMap(({ oldestMs, oldestDelayedMs }) => [oldestMs, oldestDelayedMs]));
  return Math.min(LAG_MAX_MS, Math.max(LAG_MS, 2 * oldest));
}

const roomBeside = (depths: readonly QueueDepth[]): number =>
  Math.max(
    0,
    depths.reduce((room, { waiting, active, delayed }) => room - waiting - active - delayed, IN_FLIGHT_MAX),
  );
