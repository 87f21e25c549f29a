import { CairnError, subscriptions, type EventPattern, type Subscriber, type Subscription } from '@cairn/contracts';
import { QueueStatistics, subscriptionTo, type Delivery, type QueueDepth } from '@cairn/ports';
import { Queue, type Job } from 'bullmq';
import { circuitBreaker, ConsecutiveBreaker, handleAll, timeout, TimeoutStrategy, wrap, type IPolicy } from 'cockatiel';
import type { Redis } from 'ioredis';
import { producerConnection } from './connection.ts';
import { jobOf, REDIS_KEY_PREFIX } from './jobs.ts';

export interface BullQueuesOptions {
  readonly url: string;
  readonly prefix: string;
  /**
   * Subscriptions of the catalog. Each pattern has a queue, which has the maximum number of attempts from the pattern's
   * subscription.
   */
  readonly subscriptions: readonly Subscription[];
  /** Timeout of one call to Redis, ms. */
  readonly timeoutMs: number;
  /** Time for which Redis is not called after three consecutive failures, ms. */
  readonly restMs: number;
}

const FAILURES_TO_OPEN = 3;
/** Maximum number of jobs in one Redis command. */
const JOBS_PER_COMMAND_MAX = 1_000;
const defaults = { prefix: REDIS_KEY_PREFIX, subscriptions, timeoutMs: 5_000, restMs: 1_000 };

/**
 * Producer side of the queues, with one queue for each pattern. If Redis fails, callers wait briefly, until a breaker
 * refuses their calls.
 */
export class BullQueues extends QueueStatistics {
  private readonly options: BullQueuesOptions;
  private readonly connection: Redis;
  private readonly bounded: IPolicy;
  private readonly queues = new Map<EventPattern, Promise<Queue>>();
  private connecting: Promise<void> | undefined;

  constructor(options: Partial<BullQueuesOptions> & { url: string }) {
    super();
    this.options = { ...defaults, ...options };
    this.connection = producerConnection(this.options.url);
    const breaker = new ConsecutiveBreaker(FAILURES_TO_OPEN);
    this.bounded = wrap(
      circuitBreaker(handleAll, { halfOpenAfter: this.options.restMs, breaker }),
      timeout(this.options.timeoutMs, TimeoutStrategy.Aggressive),
    );
  }

  /** The patterns that have a queue. */
  get patterns(): readonly EventPattern[] {
    return this.options.subscriptions.map(({ pattern }) => pattern);
  }

  /** Resolves when Redis answers. */
  ping(): Promise<void> {
    return this.within(() => this.alive());
  }

  /**
   * Resolves when all deliveries are in Redis. After a failure, some of the deliveries may be in Redis; adding a
   * delivery again does no harm.
   */
  add(pattern: EventPattern, deliveries: readonly Delivery[]): Promise<void> {
    return this.within(async () => {
      const queue = await this.queueOf(pattern);
      const { attempts } = subscriptionTo(pattern, this.options.subscriptions);
      await queue.addBulk(deliveries.map((delivery) => jobOf(delivery, attempts)));
    });
  }

  depths(): Promise<QueueDepth[]> {
    return this.within(() => Promise.all(this.options.subscriptions.map(({ pattern }) => this.depthOf(pattern))));
  }

  hurry(subscriber: Subscriber): Promise<void> {
    const patterns = this.options.subscriptions.filter((each) => each.subscriber === subscriber);
    return this.within(async () => {
      for (const { pattern } of patterns)
        await (await this.queueOf(pattern)).promoteJobs({ count: JOBS_PER_COMMAND_MAX });
    });
  }

  /** Returns the number of deliveries that wait for a worker, for each pattern in the given order. */
  waiting(patterns: readonly EventPattern[]): Promise<number[]> {
    return this.within(() =>
      Promise.all(patterns.map(async (pattern) => (await this.queueOf(pattern)).getWaitingCount())),
    );
  }

  /** Closes without waiting, whether Redis answers or not. */
  close(): void {
    for (const queue of this.queues.values()) void queue.then((opened) => opened.close()).catch(() => {});
    this.connection.disconnect();
  }

  private async alive(): Promise<void> {
    this.connecting ??= this.connection.connect().catch(() => {});
    await this.connecting;
    await this.connection.ping();
  }

  /**
   * Opens a queue. A queue that is opened while Redis is unreachable would never answer. Redis is therefore pinged
   * first, and a failed opening is retried.
   */
  private async queueOf(pattern: EventPattern): Promise<Queue> {
    const known = this.queues.get(pattern);
    if (known) return known;
    await this.alive();
    const queue = this.queues.get(pattern) ?? this.open(pattern);
    this.queues.set(pattern, queue);
    queue.catch(() => this.queues.delete(pattern));
    return queue;
  }

  private async open(pattern: EventPattern): Promise<Queue> {
    const queue = new Queue(pattern, { connection: this.connection, prefix: this.options.prefix });
    queue.on('error', () => {});
    await queue.waitUntilReady();
    return queue;
  }

  private async depthOf(pattern: EventPattern): Promise<QueueDepth> {
    const queue = await this.queueOf(pattern);
    const counts = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed');
    const { waiting = 0, active = 0, delayed = 0, failed = 0 } = counts;
    const [[oldest], [lastDue]] = await Promise.all([
      waiting > 0 ? queue.getJobs(['waiting'], 0, 0, true) : [],
      delayed > 0 ? queue.getJobs(['delayed'], 0, 0, false) : [],
    ]);
    return { pattern, waiting, active, delayed, failed, oldestMs: ageOf(oldest), oldestDelayedMs: ageOf(lastDue) };
  }

  private async within<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    try {
      return await this.bounded.execute(call);
    } catch (cause) {
      throw new CairnError('service/unavailable', 'Redis did not answer.', { cause });
    }
  }
}

const ageOf = (job: Job | undefined): number => (job ? Math.max(0, Date.now() - job.timestamp) : 0);
