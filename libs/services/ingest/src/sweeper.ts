import { Injectable, Logger, Optional, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { QueueStatistics, IndexLedger, type QueueDepth } from '@cairn/ports';

const EVERY_MS = 5_000;
/** Lag that counts as missing: twice the maximum of a healthy index. */
const LAG_MS = 30_000;
/**
 * Upper bound of that lag while the queues are slow. One delivery that is retried for long must not delay the detection of others, and a
 * duplicate event does no harm.
 */
const LAG_MAX_MS = 60_000;
const BATCH = 500;
/** No more events are sent while the queues hold this many: the waiting ones are not lost, and would run twice. */
const IN_FLIGHT_MAX = 2_000;

/** Sends the events of items with a lagging index again, so that no lost delivery keeps an item out of an index. */
@Injectable()
export class Sweeper implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(Sweeper.name);
  private timer: NodeJS.Timeout | undefined;
  private sweeping: Promise<number> | undefined;

  /** The truth skips items that wait in its own outbox. Without queue statistics, nothing waits elsewhere. */
  constructor(
    private readonly ledger: IndexLedger,
    @Optional() private readonly queueStatistics?: QueueStatistics,
  ) {}

  onApplicationBootstrap(): void {
    // Mutation: sweeper-off
    this.timer = setInterval(() => void this.sweep(), EVERY_MS);
    this.timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.sweeping;
  }

  /** Returns how many events were sent. One sweep runs at a time. */
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
      // The next sweep tries again.
      this.logger.error({ cause: String(error) }, `sweep failed: ${String(error)}`);
      return 0;
    }
  }

  private async requeue(depths: readonly QueueDepth[]): Promise<number> {
    const olderThanMs = lagOf(depths);
    const room = roomBeside(depths);
    let requeued = 0;
    for (let last = BATCH; last === BATCH && requeued < room; requeued += last) {
      last = await this.ledger.requeueLagging(olderThanMs, Math.min(BATCH, room - requeued));
    }
    return requeued;
  }
}

/** Lag after which an event counts as lost: while the queues are slow, twice the age of their oldest delivery. */
function lagOf(depths: readonly QueueDepth[]): number {
  const oldest = Math.max(0, ...depths.flatMap(({ oldestMs, oldestDelayedMs }) => [oldestMs, oldestDelayedMs]));
  return Math.min(LAG_MAX_MS, Math.max(LAG_MS, 2 * oldest));
}

const roomBeside = (depths: readonly QueueDepth[]): number =>
  Math.max(
    0,
    depths.reduce((room, { waiting, active, delayed }) => room - waiting - active - delayed, IN_FLIGHT_MAX),
  );
