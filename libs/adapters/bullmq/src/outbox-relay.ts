import { setTimeout as delay } from 'node:timers/promises';
import { eventPatterns } from '@cairn/contracts';
import { reasonOf, type Delivery, type Outbox } from '@cairn/ports';
import type { BullQueues } from './bull-queues.ts';

export interface OutboxRelayOptions {
  readonly outbox: Outbox;
  readonly queues: BullQueues;
  readonly log: { warn(message: string): void };
  /** Deliveries that are moved at once. */
  readonly batch: number;
  /** How long what is due waits for more of it: a round trip to each of two servers costs more than a delivery does. */
  readonly lingerMs: number;
  /** When what could not be handed over comes back; longer than a hand-over may take. */
  readonly leaseMs: number;
  /** The net under the outbox's own calls. */
  readonly pollMs: number;
}

const defaults = { batch: 500, lingerMs: 25, leaseMs: 15_000, pollMs: 250 };

/**
 * Moves what the truth committed to the queues. A delivery leaves the outbox when Redis has it, so it can be handed over
 * twice but not lost. While Redis is away nothing is claimed, and everything waits where it is safe. Any number of
 * relays may run on one outbox.
 */
export class OutboxRelay {
  private readonly options: OutboxRelayOptions;
  private stopListening: () => void = () => {};
  private polling: NodeJS.Timeout | undefined;
  private moving: Promise<void> | undefined;
  private wokenAgain = false;
  private stopped = true;
  private problem = '';

  constructor(options: Partial<OutboxRelayOptions> & Pick<OutboxRelayOptions, 'outbox' | 'queues' | 'log'>) {
    this.options = { ...defaults, ...options };
  }

  start(): void {
    this.stopped = false;
    this.stopListening = this.options.outbox.onDue(() => this.wake());
    this.polling = setInterval(() => this.wake(), this.options.pollMs).unref();
    this.wake();
  }

  /** Claims nothing more and ends the hand-over under way, which is bounded by the queues' own limits. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.stopListening();
    clearInterval(this.polling);
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
      await this.moveBatch().then(
        () => this.tell(''),
        (error: unknown) => this.tell(reasonOf(error)),
      );
    }
  }

  /** Redis first: what is claimed and cannot be handed over is out of reach until its lease ends. */
  private async moveBatch(): Promise<void> {
    const { outbox, queues, batch, leaseMs } = this.options;
    await queues.ping();
    const claimed = await outbox.claim(eventPatterns, batch, leaseMs);
    const handed = await this.handOver(claimed);
    if (handed.length > 0) await outbox.complete(handed);
    if (claimed.length === batch) this.wokenAgain = true;
  }

  /** The ids of those that are in Redis now. One queue that fails does not hold up the others. */
  private async handOver(claimed: readonly Delivery[]): Promise<string[]> {
    const groups = [...Map.groupBy(claimed, ({ pattern }) => pattern)];
    const outcomes = await Promise.allSettled(
      groups.map(([pattern, group]) => this.options.queues.add(pattern, group)),
    );
    const handed = groups.filter((_, n) => outcomes[n]?.status === 'fulfilled');
    if (handed.length < groups.length) this.tell('Some of it was not handed over and will be again.');
    return handed.flatMap(([, group]) => group.map(({ id }) => id));
  }

  /** Once for each change, not four times a second. */
  private tell(problem: string): void {
    if (problem && problem !== this.problem) this.options.log.warn(`The outbox is not relayed: ${problem}`);
    this.problem = problem;
  }
}
