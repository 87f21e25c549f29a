import { setTimeout as delay } from 'node:timers/promises';
import { reasonOf, type Delivery, type Outbox } from '@cairn/ports';
import type { BullQueues } from './bull-queues.ts';

export interface OutboxRelayOptions {
  readonly outbox: Outbox;
  readonly queues: BullQueues;
  readonly log: { warn(about: { cause: string }, message: string): void };
  /**
   * Deliveries of a pattern that wait in Redis at most, where they keep their order: what more there is waits in the outbox,
   * which hands out what organisations have in turn.
   */
  readonly ahead: number;
  /** How long what is due waits for more of it: a round trip to each of two servers costs more than a delivery does. */
  readonly lingerMs: number;
  /** When what could not be handed over comes back; longer than a hand-over may take. */
  readonly leaseMs: number;
  /** The net under the outbox's own calls. */
  readonly pollMs: number;
}

const defaults = { ahead: 500, lingerMs: 25, leaseMs: 15_000, pollMs: 250 };

/** Few large claims cost less than many small ones. */
const WORTH_A_CLAIM = 0.25;

/**
 * Moves what the truth committed to the queues. A delivery leaves the outbox when Redis has it, so it can be handed over
 * twice but not lost. It is handed over only a little ahead of the workers. While Redis is away nothing is claimed, and everything waits where it is safe. Any number of
 * relays may run on one outbox.
 */
export class OutboxRelay {
  private readonly options: OutboxRelayOptions;
  private stopListening: () => void = () => {};
  private polling: NodeJS.Timeout | undefined;
  private moving: Promise<void> | undefined;
  private wokenAgain = false;
  private stopped = true;

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
      await this.moveBatch().catch((error: unknown) => this.tell(reasonOf(error)));
    }
  }

  /** Redis first: what is claimed and cannot be handed over is out of reach until its lease ends. */
  private async moveBatch(): Promise<void> {
    const { outbox, queues, ahead, leaseMs } = this.options;
    const rooms = (await queues.waiting()).map(({ pattern, waiting }) => ({ pattern, room: ahead - waiting }));
    const open = rooms.filter(({ room }) => room >= ahead * WORTH_A_CLAIM);
    const claims = await Promise.all(open.map(({ pattern, room }) => outbox.claim([pattern], room, leaseMs)));
    const handed = await this.handOver(claims.flat());
    if (handed.length > 0) await outbox.complete(handed);
    if (claims.some(({ length }, at) => length === open[at]?.room)) this.wokenAgain = true;
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

  private tell(cause: string): void {
    this.options.log.warn({ cause }, `The outbox is not relayed: ${cause}`);
  }
}
