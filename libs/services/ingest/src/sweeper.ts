import { Injectable, Logger, Optional, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { QueueStatistics, IndexLedger, type QueueDepth } from '@cairn/ports';

const SWEEP_INTERVAL_MS = 5_000;
/** Least lag in ms after which an event counts as lost. It is twice the greatest lag of a healthy index. */
const LOST_AFTER_MS = 30_000;
/**
 * Longest lag in ms after which an event counts as lost, however slow the queues are. One delivery that is retried for
 * long must not delay the detection of lost events, and a duplicate event does no harm.
 */
const LAG_MAX_MS = 60_000;
const BATCH_ITEMS = 500;
/**
 * If this many deliveries are in the queues, the sweeper sends no more events, since waiting events are not lost and
 * would be handled twice.
 */
const IN_FLIGHT_MAX = 2_000;

/**
 * Adds the events of items whose index lags to the outbox again, so that an item whose delivery was lost still reaches its
 * indexes.
 */
@Injectable()
export class Sweeper implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(Sweeper.name);
  private timer: NodeJS.Timeout | undefined;
  private sweeping: Promise<number> | undefined;

  /**
   * `queueStatistics` counts deliveries that wait outside the outbox; without it, no deliveries wait there. The truth
   * itself skips items that wait in its outbox.
   */
  constructor(
    private readonly ledger: IndexLedger,
    @Optional() private readonly queueStatistics?: QueueStatistics,
  ) {}

  onApplicationBootstrap(): void {
    // Mutation: sweeper-off
    this.timer = setInterval(() => void this.sweep(), SWEEP_INTERVAL_MS);
    this.timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.sweeping;
  }

  /** Sends lost events again, and returns the number of sent events. Only one sweep runs at a time. */
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
      // Logs the failure; the next sweep tries again.
      this.logger.error({ cause: String(error) }, `sweep failed: ${String(error)}`);
      return 0;
    }
  }

  private async requeue(depths: readonly QueueDepth[]): Promise<number> {
    const olderThanMs = lagOf(depths);
    const room = remainingInFlight(depths);
    let requeued = 0;
    for (let last = BATCH_ITEMS; last === BATCH_ITEMS && requeued < room; requeued += last) {
      last = await this.ledger.requeueLagging(olderThanMs, Math.min(BATCH_ITEMS, room - requeued));
    }
    return requeued;
  }
}

/**
 * Returns the lag in ms after which an event counts as lost. It is twice the age of the oldest delivery in the queues,
 * but at least `LOST_AFTER_MS` and at most `LAG_MAX_MS`.
 */
function lagOf(depths: readonly QueueDepth[]): number {
  const oldest = Math.max(0, ...depths.flatMap(({ oldestMs, oldestDelayedMs }) => [oldestMs, oldestDelayedMs]));
  return Math.min(LAG_MAX_MS, Math.max(LOST_AFTER_MS, 2 * oldest));
}

const remainingInFlight = (depths: readonly QueueDepth[]): number =>
  Math.max(
    0,
    depths.reduce((room, { waiting, active, delayed }) => room - waiting - active - delayed, IN_FLIGHT_MAX),
  );
