import { subscriptions, type EventPattern, type Subscription } from '@cairn/contracts';
import {
  backoffMs,
  CONTINUE,
  payloadOf,
  reasonOf,
  subscriptionTo,
  verdictOn,
  type Delivery,
  type Outbox,
} from '@cairn/ports';
import { BaseRpcContext, Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import { withoutHurry } from '../sqlite/unhurried.ts';

export interface EmbeddedTransportOptions {
  /** How many attempts a subscriber makes, and how many deliveries it handles at the same time. */
  readonly subscriptions: readonly Subscription[];
  /** How long a claimed delivery is ours; a process that dies gives it back after that. */
  readonly leaseMs: number;
  /** How long a stop waits for running handlers. */
  readonly drainMs: number;
  /** Wait before the next attempt, given the attempts made. */
  readonly backoffMs: (attemptsMade: number) => number;
}

const defaults: EmbeddedTransportOptions = {
  subscriptions,
  leaseMs: 60_000,
  drainMs: 10_000,
  backoffMs,
};

/** Only a net: `onDue` wakes the lanes, and this looks again should a claim have failed or a lease have ended. */
const HEARTBEAT_MS = 2_000;

/** One pattern and its handler. */
interface Lane {
  readonly pattern: EventPattern;
  readonly subscription: Subscription;
  readonly handler: MessageHandler;
  readonly running: Map<string, Promise<void>>;
  pumping: Promise<void> | undefined;
  /** Something became due while the lane was claiming. */
  wokenAgain: boolean;
}

/**
 * Nest's event handlers on the truth's own outbox. It calls each handler itself and awaits it, so that a delivery is
 * complete only when its handler is. A failure is tried again with growing waits; what cannot succeed, or has failed too
 * often, becomes a dead letter with its reason. What only waits for a dependency that is away never does. A slow pattern never holds up another.
 */
export class EmbeddedTransport extends Server implements CustomTransportStrategy {
  override readonly propagatesEventHandlerErrors = true;
  private readonly outbox: Outbox;
  private readonly options: EmbeddedTransportOptions;
  private lanes: Lane[] = [];
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
    this.lanes = [...this.messageHandlers].map(([pattern, handler]) => this.laneOf(pattern as EventPattern, handler));
    this.stopListening = this.outbox.onDue(() => this.wake());
    this.heartbeat = setInterval(() => this.wake(), HEARTBEAT_MS).unref();
    this.wake();
    started();
  }

  /** Claims nothing more and waits for what runs, within bounds; a handler that outlasts them is delivered again after its lease. */
  async close(): Promise<void> {
    this.closing = true;
    this.stopListening();
    clearInterval(this.heartbeat);
    const stopped = await within(this.options.drainMs, this.drained());
    if (!stopped)
      this.logger.warn(`Handlers still ran after ${this.options.drainMs} ms; their events will be delivered again.`);
  }

  /** Nothing to listen for: the transport has no connection of its own. */
  on(): void {}

  unwrap<Wrapped>(): Wrapped {
    return this.outbox as Wrapped;
  }

  private laneOf(pattern: EventPattern, handler: MessageHandler): Lane {
    const subscription = subscriptionTo(pattern, this.options.subscriptions);
    return { pattern, subscription, handler, running: new Map(), pumping: undefined, wokenAgain: false };
  }

  private wake(): void {
    for (const lane of this.lanes) this.pump(lane);
  }

  private pump(lane: Lane): void {
    lane.wokenAgain = true;
    if (lane.pumping || this.closing) return;
    lane.pumping = this.claimAll(lane)
      .catch((error: unknown) => this.say(`Could not claim ${lane.pattern}`, error))
      .finally(() => {
        lane.pumping = undefined;
        if (lane.wokenAgain && this.free(lane) > 0) this.pump(lane);
      });
  }

  /** Fills the lane until nothing is due or no place is free. It claims on when half its places are free: few large claims cost less than many small ones. */
  private async claimAll(lane: Lane): Promise<void> {
    while (lane.wokenAgain && !this.closing && this.free(lane) > 0) {
      lane.wokenAgain = false;
      const wanted = this.free(lane);
      const claimed = await this.outbox.claim([lane.pattern], wanted, this.options.leaseMs);
      for (const delivery of claimed) this.start(lane, delivery);
      if (claimed.length === wanted) lane.wokenAgain = true;
    }
  }

  private free(lane: Lane): number {
    return lane.subscription.concurrency - lane.running.size;
  }

  /** A delivery whose lease ended while its handler still runs comes back; the claim renewed the lease, so there is nothing to do. */
  private start(lane: Lane, delivery: Delivery): void {
    if (lane.running.has(delivery.id)) return;
    const done = this.deliver(lane, delivery).finally(() => {
      lane.running.delete(delivery.id);
      if (lane.wokenAgain && lane.running.size <= lane.subscription.concurrency / 2) this.pump(lane);
    });
    lane.running.set(delivery.id, done);
  }

  private async deliver(lane: Lane, delivery: Delivery): Promise<void> {
    let answer: unknown;
    try {
      answer = await this.handle(lane, delivery);
    } catch (error) {
      return this.settle(delivery, () => this.fail(lane, delivery, error));
    }
    return this.settle(delivery, () =>
      answer === CONTINUE ? this.outbox.continueLater(delivery.id) : this.complete(delivery.id),
    );
  }

  private async handle(lane: Lane, delivery: Delivery): Promise<unknown> {
    return withoutHurry(async () => {
      const result = await lane.handler(payloadOf(delivery), new BaseRpcContext([delivery]));
      return isObservable(result) ? lastValueFrom(result, { defaultValue: undefined }) : result;
    });
  }

  private fail({ subscription }: Lane, delivery: Delivery, error: unknown): Promise<void> {
    const made = delivery.attempts + 1;
    const reason = reasonOf(error);
    const verdict = verdictOn(error, { made, max: subscription.attempts });
    const cause = `${delivery.pattern} ${verdict} ${reason}`;
    this.logger.warn({ cause }, `${delivery.pattern} failed at attempt ${made}: ${reason}`);
    if (verdict === 'dead-letter') return this.outbox.deadLetter(delivery.id, reason);
    return this.outbox.retry(delivery.id, this.options.backoffMs(delivery.attempts), reason);
  }

  /** When the truth itself fails here, the lease brings the delivery back. */
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

  /** What finishes while a commit is under way shares the next one. */
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
    await Promise.all(this.lanes.map((lane) => lane.pumping));
    await Promise.all(this.lanes.flatMap((lane) => [...lane.running.values()]));
  }
}

/** Whether the work ended in time. */
async function within(ms: number, work: Promise<void>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), ms);
  const inTime = await Promise.race([work.then(() => true), late]);
  clearTimeout(timer);
  return inTime;
}
