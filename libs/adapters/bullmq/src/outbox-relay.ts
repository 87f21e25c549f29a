import { setTimeout as delay } from 'node:timers/promises';
import type { EventPattern } from '@cairn/contracts';
import { reasonOf, type Delivery, type Outbox } from '@cairn/ports';
import type { BullQueues } from './bull-queues.ts';
import { QueueWindow, type QueueWindowOptions } from './queue-window.ts';

export interface OutboxRelayOptions {
  readonly outbox: Outbox;
  readonly queues: BullQueues;
  readonly log: { warn(about: { cause: string }, message: string): void };
  /**
   * Bounds of the number of deliveries of a pattern that wait in Redis, where their order is fixed. Further deliveries
   * wait in the outbox, which serves organisations in turn.
   */
  readonly ahead: QueueWindowOptions;
  /**
   * Time in ms that due deliveries wait for further deliveries, since round trips to two servers cost more than one
   * delivery.
   */
  readonly lingerMs: number;
  /**
   * Time in ms after which a delivery that could not be added to a queue is claimed again. It must be longer than
   * adding may take.
   */
  readonly leaseMs: number;
}

const defaults = { ahead: { min: 64, max: 500 }, lingerMs: 25, leaseMs: 15_000 };

/**
 * Moves committed events from the outbox to the queues. A delivery leaves the outbox only when Redis has it, so it may
 * be added twice but is never lost. Queues contain only a little more than workers need. While Redis is unreachable,
 * nothing is claimed, and deliveries stay in the outbox. Any number of relays may serve one outbox.
 */
export class OutboxRelay {
  private readonly options: OutboxRelayOptions;
  private readonly windows = new Map<EventPattern, QueueWindow>();
  private stopListening: () => void = () => {};
  private moving: Promise<void> | undefined;
  private wokenAgain = false;
  private stopped = true;

  constructor(options: Partial<OutboxRelayOptions> & Pick<OutboxRelayOptions, 'outbox' | 'queues' | 'log'>) {
    this.options = { ...defaults, ...options };
  }

  start(): void {
    this.stopped = false;
    this.stopListening = this.options.outbox.onDue(() => this.wake());
    this.wake();
  }

  /** Stops claiming, and finishes the current batch. The timeouts of the queues limit the duration of a batch. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.stopListening();
    await this.moving;
  }

  private wake(): void {
    this.wokenAgain = true;
    if (this.moving || this.stopped) return;
    this.moving = this.moveAll().finally(() => {
      this.moving = undefined;
    });
  }

  private async moveAll(): Promise<void> {
    while (this.wokenAgain) {
      await delay(this.options.lingerMs);
      if (this.stopped) return;
      this.wokenAgain = false;
      await this.moveBatch().catch((error: unknown) => this.tell(reasonOf(error)));
    }
  }

  /**
   * Moves one batch of the patterns that have something due. Redis is checked before the claims, since a claimed delivery
   * that cannot be added is blocked until its lease ends.
   */
  private async moveBatch(): Promise<void> {
    const { outbox, queues, leaseMs, lingerMs } = this.options;
    const due = await outbox.duePatterns(queues.patterns);
    const waiting = await queues.waiting(due);
    const open = due.map((pattern, at) => this.roomOf(pattern, waiting[at]!)).filter(({ room }) => room > 0);
    const claims = await Promise.all(
      open.map(async ({ pattern, room, window }) => {
        const claimed = await outbox.claim([pattern], room, leaseMs);
        window.filled(claimed.length, room);
        return claimed;
      }),
    );
    // Failpoint: relay/after-claim-before-add
    const handed = await this.handOver(claims.flat());
    // Failpoint: relay/after-add-before-complete
    if (handed.length > 0) await outbox.complete(handed);
    // Failpoint: relay/after-complete
    if (!due.some((pattern) => this.windows.get(pattern)!.hasMore)) return;
    this.wokenAgain = true;
    if (handed.length === 0) await delay(lingerMs);
  }

  private roomOf(pattern: EventPattern, waiting: number) {
    const window = this.windows.get(pattern) ?? new QueueWindow(this.options.ahead);
    this.windows.set(pattern, window);
    return { pattern, window, room: window.roomFor(waiting) };
  }

  /**
   * Adds deliveries to their queues and returns the ids of the deliveries that are now in Redis. A failing queue does
   * not delay the remaining queues.
   */
  private async handOver(claimed: readonly Delivery[]): Promise<string[]> {
    const groups = [...Map.groupBy(claimed, ({ pattern }) => pattern)];
    const outcomes = await Promise.allSettled(
      groups.map(([pattern, group]) => this.options.queues.add(pattern, group)),
    );
    const handed = groups.filter((_, n) => outcomes[n]?.status === 'fulfilled');
    if (handed.length < groups.length) this.tell('Some deliveries were not added to the queues; they are tried again.');
    return handed.flatMap(([, group]) => group.map(({ id }) => id));
  }

  private tell(cause: string): void {
    this.options.log.warn({ cause }, `The outbox is not relayed: ${cause}`);
  }
}
