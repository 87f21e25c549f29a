import { subscriptions, type EventPattern, type Subscriber, type Subscription } from '@cairn/contracts';
import {
  backoffMs,
  CONTINUE_RESULT,
  payloadOf,
  reasonOf,
  subscriptionTo,
  verdictOn,
  withTimeout,
  type Delivery,
  type Outbox,
} from '@cairn/ports';
import { BaseRpcContext, Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import { withLowPriority } from '../sqlite/low-priority.ts';

export interface EmbeddedTransportOptions {
  /** Subscriptions of the catalog, with the attempts and the concurrency of each subscriber. */
  readonly subscriptions: readonly Subscription[];
  /** Lease of a claimed delivery, ms. When it ends after a crash, the delivery becomes due again. */
  readonly leaseMs: number;
  /** Time in ms that a stop waits for running handlers. */
  readonly drainMs: number;
  /** Returns the pause before the next attempt, given the number of attempts made. */
  readonly backoffMs: (attemptsMade: number) => number;
}

/**
 * Deliveries that are handled at a time, where it is more than the catalog says. They share commits, of which each costs as much as
 * a few items.
 */
const handledAtOnce: Readonly<Partial<Record<Subscriber, number>>> = { words: 64, vectors: 64, graph: 16, links: 16 };

const defaults: EmbeddedTransportOptions = {
  subscriptions: subscriptions.map((each) => ({
    ...each,
    concurrency: handledAtOnce[each.subscriber] ?? each.concurrency,
  })),
  leaseMs: 60_000,
  drainMs: 10_000,
  backoffMs,
};

/**
 * Interval in ms of a fallback. Usually `onDue` wakes the consumers. The interval covers failed claims and leases that
 * have ended.
 */
const HEARTBEAT_INTERVAL_MS = 2_000;

/** Number of free places that is always enough for a claim, so that a single write does not wait for half of a bulk of long texts. */
const CLAIMED_TOGETHER = 8;

/** A pattern, and the handler of its deliveries. */
interface Consumer {
  readonly pattern: EventPattern;
  readonly subscription: Subscription;
  readonly handler: MessageHandler;
  readonly running: Map<string, Promise<void>>;
  pumping: Promise<void> | undefined;
  /** True if a delivery became due while the consumer was claiming. */
  wokenAgain: boolean;
}

/**
 * Runs Nest's event handlers on the truth's own outbox. Each handler is awaited, so a delivery completes only when its
 * handler does. A failed delivery is retried with growing pauses. A delivery that cannot succeed, or that failed too
 * often, becomes a dead letter with its reason. A delivery that fails because a dependency is unavailable is never
 * given up. A slow pattern does not delay other patterns.
 */
export class EmbeddedTransport extends Server implements CustomTransportStrategy {
  override readonly propagatesEventHandlerErrors = true;
  private readonly outbox: Outbox;
  private readonly options: EmbeddedTransportOptions;
  private consumers: Consumer[] = [];
  private finished: string[] = [];
  private completing: Promise<void> | undefined;
  private stopListening: () => void = () => {};
  private heartbeat: NodeJS.Timeout | undefined;
  private closing = false;

  constructor(outbox: Outbox, options: Partial<EmbeddedTransportOptions> = {}) {
    super();
    this.outbox = outbox;
    this.options = { ...defaults, ...options };
  }

  listen(started: (error?: unknown) => void): void {
    this.consumers = [...this.messageHandlers].map(([pattern, handler]) =>
      this.consumerOf(pattern as EventPattern, handler),
    );
    this.stopListening = this.outbox.onDue(() => this.wake());
    this.heartbeat = setInterval(() => this.wake(), HEARTBEAT_INTERVAL_MS).unref();
    this.wake();
    started();
  }

  /**
   * Stops claiming and waits for running handlers, within limits. A delivery whose handler takes longer is repeated after its
   * lease ends.
   */
  async close(): Promise<void> {
    this.closing = true;
    this.stopListening();
    clearInterval(this.heartbeat);
    await withTimeout(this.options.drainMs, this.drained(), () =>
      this.logger.warn(`Handlers still ran after ${this.options.drainMs} ms; their events will be delivered again.`),
    );
  }

  /** Does nothing, since the transport has no connection of its own. */
  on(): void {}

  unwrap<Wrapped>(): Wrapped {
    return this.outbox as Wrapped;
  }

  private consumerOf(pattern: EventPattern, handler: MessageHandler): Consumer {
    const subscription = subscriptionTo(pattern, this.options.subscriptions);
    return { pattern, subscription, handler, running: new Map(), pumping: undefined, wokenAgain: false };
  }

  private wake(): void {
    for (const consumer of this.consumers) this.pump(consumer);
  }

  private pump(consumer: Consumer): void {
    consumer.wokenAgain = true;
    if (consumer.pumping || this.closing) return;
    consumer.pumping = this.claimAll(consumer)
      .catch((error: unknown) => this.say(`Could not claim ${consumer.pattern}`, error))
      .finally(() => {
        consumer.pumping = undefined;
        if (consumer.wokenAgain && this.free(consumer) > 0) this.pump(consumer);
      });
  }

  /**
   * Claims until no delivery is due or no place is free. Further deliveries are claimed when half of the places or
   * `CLAIMED_TOGETHER` are free, since one large claim is cheaper than several small claims.
   */
  private async claimAll(consumer: Consumer): Promise<void> {
    while (consumer.wokenAgain && !this.closing && this.free(consumer) > 0) {
      consumer.wokenAgain = false;
      const wanted = this.free(consumer);
      const claimed = await this.outbox.claim([consumer.pattern], wanted, this.options.leaseMs);
      for (const delivery of claimed) this.start(consumer, delivery);
      if (claimed.length === wanted) consumer.wokenAgain = true;
    }
  }

  private free(consumer: Consumer): number {
    return consumer.subscription.concurrency - consumer.running.size;
  }

  /**
   * Starts a handler for the delivery. If a handler of this delivery is still running, none is started, and the claim
   * has only renewed the lease.
   */
  private start(consumer: Consumer, delivery: Delivery): void {
    if (consumer.running.has(delivery.id)) return;
    const done = this.deliver(consumer, delivery).finally(() => {
      consumer.running.delete(delivery.id);
      if (consumer.wokenAgain && this.free(consumer) >= claimedTogether(consumer)) this.pump(consumer);
    });
    consumer.running.set(delivery.id, done);
  }

  private async deliver(consumer: Consumer, delivery: Delivery): Promise<void> {
    let answer: unknown;
    try {
      answer = await this.handle(consumer, delivery);
    } catch (error) {
      return this.settle(delivery, () => this.fail(consumer, delivery, error));
    }
    return this.settle(delivery, () =>
      answer === CONTINUE_RESULT ? this.outbox.continueLater(delivery.id) : this.complete(delivery.id),
    );
  }

  private async handle(consumer: Consumer, delivery: Delivery): Promise<unknown> {
    return withLowPriority(async () => {
      const result = await consumer.handler(payloadOf(delivery), new BaseRpcContext([delivery]));
      return isObservable(result) ? lastValueFrom(result, { defaultValue: undefined }) : result;
    });
  }

  private fail({ subscription }: Consumer, delivery: Delivery, error: unknown): Promise<void> {
    const made = delivery.attempts + 1;
    const reason = reasonOf(error);
    const verdict = verdictOn(error, { made, max: subscription.attempts });
    const cause = `${delivery.pattern} ${verdict} ${reason}`;
    this.logger.warn({ cause }, `${delivery.pattern} failed at attempt ${made}: ${reason}`);
    if (verdict === 'dead-letter') return this.outbox.deadLetter(delivery.id, reason);
    return this.outbox.retry(delivery.id, this.options.backoffMs(delivery.attempts), reason);
  }

  /** If the truth itself fails here, the delivery becomes due again after its lease ends. */
  private async settle(delivery: Delivery, record: () => Promise<void>): Promise<void> {
    try {
      await record();
    } catch (error) {
      this.say(`The outcome of ${delivery.pattern} was not recorded`, error);
    }
  }

  private say(what: string, error: unknown): void {
    const cause = `${what}: ${reasonOf(error)}`;
    this.logger.warn({ cause }, cause);
  }

  /** Completes deliveries in batches. Deliveries that finish during a commit are in the next batch. */
  private async complete(id: string): Promise<void> {
    this.finished.push(id);
    await this.completing?.catch(() => {});
    this.completing ??= this.completeFinished();
    await this.completing;
  }

  private async completeFinished(): Promise<void> {
    const ids = this.finished;
    this.finished = [];
    try {
      if (ids.length > 0) await this.outbox.complete(ids);
    } finally {
      this.completing = undefined;
    }
  }

  private async drained(): Promise<void> {
    await Promise.all(this.consumers.map((consumer) => consumer.pumping));
    await Promise.all(this.consumers.flatMap((consumer) => [...consumer.running.values()]));
  }
}

const claimedTogether = ({ subscription: { concurrency } }: Consumer): number =>
  Math.min(concurrency / 2, CLAIMED_TOGETHER);
