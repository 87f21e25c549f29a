import { setImmediate as nextTurn } from 'node:timers/promises';
import { OrgId, subscriptions, type EventPattern, type Subscription } from '@cairn/contracts';
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
import { DelayedError, UnrecoverableError, WaitingError, Worker, type Job } from 'bullmq';
import type { Redis } from 'ioredis';
import { isObservable, lastValueFrom } from 'rxjs';
import { z } from 'zod';
import { workerConnection } from '../connection.ts';
import { deliveryOf, REDIS_KEY_PREFIX } from '../jobs.ts';

export interface BullTransportOptions {
  readonly url: string;
  readonly prefix: string;
  /** Subscriptions of the catalog, with the concurrency of each subscriber. */
  readonly subscriptions: readonly Subscription[];
  /** Time in ms for which a handler's process may be silent before its delivery goes to another process. */
  readonly lockMs: number;
  /**
   * Number of times that a delivery may be lost together with its process. BullMQ's default of 1 would give up deliveries after
   * two restarts.
   */
  readonly stallsMax: number;
  /** Time in ms that a stop waits for running handlers. */
  readonly drainMs: number;
  /** Returns the pause before the next attempt, given the number of attempts made. */
  readonly backoffMs: (attemptsMade: number) => number;
}

const defaults = { prefix: REDIS_KEY_PREFIX, subscriptions, lockMs: 30_000, stallsMax: 12, drainMs: 10_000, backoffMs };

/** Pause after a failed fetch, ms. BullMQ's default of fifteen seconds would be noticeable after every restart of Redis. */
const FETCH_RETRY_INTERVAL_MS = 1_000;
const CLOSE_TIMEOUT_MS = 2_000;

/** Field that a dead letter needs of the payload, in every version of the payload. */
const OfAnOrganisation = z.looseObject({ orgId: OrgId });

/**
 * Runs Nest's event handlers on BullMQ, with one queue for each pattern that has a handler in this process. Each
 * handler is awaited. A failed delivery is retried with growing pauses. A delivery that cannot succeed, or that failed
 * too often, becomes a dead letter with its reason in the truth; its copy in Redis is only for inspection. Redis may be
 * unreachable at any time, even at the start.
 */
export class BullTransport extends Server implements CustomTransportStrategy {
  override readonly propagatesEventHandlerErrors = true;
  private readonly outbox: Outbox;
  private readonly options: BullTransportOptions;
  private readonly running = new Set<Promise<unknown>>();
  private connection: Redis | undefined;
  private workers: Worker[] = [];
  private closing = false;

  constructor(outbox: Outbox, options: Partial<BullTransportOptions> & { url: string }) {
    super();
    this.outbox = outbox;
    this.options = { ...defaults, ...options };
  }

  listen(started: (error?: unknown) => void): void {
    const connection = workerConnection(this.options.url);
    this.connection = connection;
    this.workers = [...this.messageHandlers].map(([pattern, handler]) =>
      this.workerOf(pattern as EventPattern, handler, connection),
    );
    started();
  }

  /**
   * Stops fetching and waits for running handlers, within limits; the deliveries of slower handlers are repeated.
   * BullMQ's own graceful close would wait for an unreachable Redis. Redis answers in order: once it has answered the
   * ping, the queues know which jobs are done.
   */
  async close(): Promise<void> {
    this.closing = true;
    await Promise.all(this.workers.map((worker) => worker.pause(true)));
    await withTimeout(this.options.drainMs, Promise.allSettled(this.running), () =>
      this.logger.warn(`Handlers still ran after ${this.options.drainMs} ms; their events will be delivered again.`),
    );
    await nextTurn();
    await Promise.all(this.workers.map((worker) => worker.close(true)));
    if (this.connection?.status === 'ready')
      await withTimeout(CLOSE_TIMEOUT_MS, this.connection.ping(), () => undefined);
    this.connection?.disconnect();
  }

  /** Does nothing, since readiness reports the state of Redis. */
  on(): void {}

  unwrap<Wrapped>(): Wrapped {
    return this.workers as Wrapped;
  }

  private workerOf(pattern: EventPattern, handler: MessageHandler, connection: Redis): Worker {
    const { prefix, lockMs, stallsMax } = this.options;
    const process = (job: Job, token?: string) =>
      this.track(this.process(handler, deliveryOf(pattern, job), job, token));
    const worker = new Worker(pattern, process, {
      connection,
      prefix,
      concurrency: subscriptionTo(pattern, this.options.subscriptions).concurrency,
      lockDuration: lockMs,
      stalledInterval: lockMs / 2,
      maxStalledCount: stallsMax,
      runRetryDelay: FETCH_RETRY_INTERVAL_MS,
      settings: { backoffStrategy: (attemptsMade) => this.options.backoffMs(attemptsMade - 1) },
    });
    worker.on('error', (error) => this.tell(reasonOf(error)));
    worker.on('failed', (job) => {
      if (job?.deferredFailure) void this.track(this.deadLetterStalled(deliveryOf(pattern, job), job));
    });
    return worker;
  }

  private async process(handler: MessageHandler, delivery: Delivery, job: Job, token?: string): Promise<void> {
    if (this.closing) return putBack(job, token);
    try {
      const result = await handler(payloadOf(delivery), new BaseRpcContext([delivery]));
      const answer = isObservable(result) ? await lastValueFrom(result, { defaultValue: undefined }) : result;
      if (answer === CONTINUE_RESULT) await continueLater(job, token);
      // Failpoint: worker/after-mark-before-done
    } catch (error) {
      if (error instanceof DelayedError) throw error;
      await this.fail(delivery, error, job, token);
    }
  }

  /** Throws the error that makes BullMQ retry the job, delay it, or count it as failed. */
  private async fail(delivery: Delivery, error: unknown, job: Job, token?: string): Promise<never> {
    const made = delivery.attempts + 1;
    const reason = reasonOf(error);
    const verdict = verdictOn(error, { made, max: job.opts.attempts ?? 1 });
    const cause = `${delivery.pattern} ${verdict} ${reason}`;
    this.logger.warn({ cause }, `${delivery.pattern} failed at attempt ${made}: ${reason}`);
    switch (verdict) {
      case 'dead-letter':
        await this.deadLetter(delivery, reason);
        throw new UnrecoverableError(reason);
      case 'wait':
        await job.moveToDelayed(Date.now() + this.options.backoffMs(job.attemptsStarted - 1), token);
        throw new DelayedError(reason);
      case 'retry':
        throw new Error(reason, { cause: error });
    }
  }

  /** Stores a dead letter. If the payload names no organisation, the delivery stays only in Redis, among the failed jobs. */
  private async deadLetter(delivery: Delivery, reason: string): Promise<void> {
    if (OfAnOrganisation.safeParse(delivery.payload).success) await this.outbox.deadLetterTaken(delivery, reason);
    else this.logger.error(`${delivery.pattern} had job ${delivery.id}, which names no organisation: ${reason}`);
  }

  /**
   * Stores the dead letter of a job that was lost too often together with its process. If the truth fails, the sweeper
   * sends the event again.
   */
  private async deadLetterStalled(delivery: Delivery, { deferredFailure = '' }: Job): Promise<void> {
    await this.deadLetter(delivery, deferredFailure).catch((error: unknown) => this.tell(reasonOf(error)));
  }

  private async track<Outcome>(work: Promise<Outcome>): Promise<Outcome> {
    this.running.add(work);
    try {
      return await work;
    } finally {
      this.running.delete(work);
    }
  }

  /**
   * Logs a failure under its cause, since every connection of every worker reports the same outage at every attempt.
   */
  private tell(cause: string): void {
    if (!this.closing) this.logger.warn({ cause }, `The queues are in trouble: ${cause}`);
  }
}

/**
 * Delays a job, so that it comes after the waiting jobs. If the job were moved to the waiting jobs, it would be the
 * next job again.
 */
async function continueLater(job: Job, token?: string): Promise<never> {
  await job.moveToDelayed(Date.now() + 1, token);
  throw new DelayedError();
}

/** Returns a job that was fetched just when the stop began to its queue. */
async function putBack(job: Job, token?: string): Promise<never> {
  await job.moveToWait(token);
  throw new WaitingError();
}
