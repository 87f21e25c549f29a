import { AsyncLocalStorage } from 'node:async_hooks';
import type { Worker } from 'node:worker_threads';
import { setTimeout as delay } from 'node:timers/promises';
import type { PreflightRequest, PreflightResponse, RecallRequest, RecallResponse } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { withTimeout, type Embedders, type LentVectors, type VectorSearch } from '@cairn/ports';
import { Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import type { RecallMeasures } from './recall-measures.ts';
import { Answers } from './answers.ts';
import type { QueryEmbeddings } from './retrievers/query-embedding.ts';
import type { WaitingVectors } from './retrievers/waiting-vectors.ts';
import type { MainOffers, ThreadOffers } from './thread-offers.ts';
import { ThreadCalls } from './thread-calls.ts';

/** How a process answers recalls on threads. */
export interface RecallThreadsOptions {
  /** Starts a thread whose program calls `serveRecalls`. */
  readonly start: (model: { readonly isWithoutModel: boolean }) => Worker;
  /** Number of threads at most. */
  readonly count: number;
}

/** Parts of the main thread: `here` answers in it, and the others serve the threads. */
export interface MainParts {
  readonly here: Answers;
  readonly embedders: Embedders;
  readonly vectors: VectorSearch;
  readonly queries: QueryEmbeddings;
  readonly waiting: WaitingVectors;
  readonly measures: RecallMeasures;
}

/** Pause in ms after a thread ended or could not be created, since the same cause may end the next thread too. */
const RESTART_PAUSE_MS = 1_000;
const CLOSE_TIMEOUT_MS = 5_000;

/**
 * Returns how many threads of those that are wanted answer more recalls. The main thread, which embeds and serves requests,
 * and the thread that writes keep one core busy; with a recall thread more, each recall took 40 % more processor time and no
 * more were answered.
 */
export const usefulThreads = (wanted: number, cores: number): number => Math.max(1, Math.min(wanted, cores - 1));

const logger = new Logger('RecallThreads');

/**
 * Answers recalls and checks actions on threads that read the store and the vectors themselves, so that only the model is
 * asked across threads. The first thread starts with the second call, since a server that a command starts for itself
 * often answers one, and a further one when all are busy. This thread answers until one is ready, and what a thread that ended left.
 */
export class RecallThreads extends Answers implements BeforeApplicationShutdown {
  private readonly options: RecallThreadsOptions;
  private readonly parts: MainParts;
  private readonly threads: RecallThread[] = [];
  private isClosing = false;
  private isPausing = false;
  private calls = 0;
  /** Runs work outside of the request that starts a thread, since the thread outlives the request. */
  private readonly outside = AsyncLocalStorage.snapshot();

  constructor(parts: MainParts, options: RecallThreadsOptions) {
    super();
    this.parts = parts;
    this.options = options;
  }

  answer(principal: Principal, request: RecallRequest, usual: number): Promise<RecallResponse> {
    return this.ask(
      ({ calls }) => calls.call('answer', principal, request, usual),
      () => this.parts.here.answer(principal, request, usual),
    );
  }

  check(principal: Principal, request: PreflightRequest): Promise<PreflightResponse> {
    return this.ask(
      ({ calls }) => calls.call('check', principal, request),
      () => this.parts.here.check(principal, request),
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    await Promise.all(this.threads.map((thread) => thread.close()));
  }

  /** Asks the thread with the fewest calls, and the next one if it ends; this thread if there is none. */
  private async ask<Answer>(
    there: (thread: RecallThread) => Promise<Answer>,
    here: () => Promise<Answer>,
  ): Promise<Answer> {
    if (this.calls++ > 0) this.start();
    const [thread] = this.threads.filter(({ isReady }) => isReady).sort((one, other) => one.waiting - other.waiting);
    if (!thread) return here();
    try {
      return await there(thread);
    } catch (error) {
      if (!(error instanceof ThreadEnded)) throw error;
      return this.ask(there, here);
    }
  }

  /** Starts a thread if all threads are busy, since each takes memory even while another could answer. */
  private start(): void {
    const areBusy = this.threads.every(({ isReady, waiting }) => isReady && waiting > 0);
    if (this.isClosing || this.isPausing || !areBusy || this.threads.length === this.options.count) return;
    try {
      const thread = this.outside(() => this.startThread());
      this.threads.push(thread);
      void thread.ended.then((cause) => this.remove(thread, cause));
    } catch (error) {
      void this.pause('could not be created', String(error));
    }
  }

  private startThread(): RecallThread {
    const worker = this.options.start({ isWithoutModel: this.parts.embedders.isOff });
    const loans = new Loans();
    const thread = new RecallThread(worker, offersOf(this.parts, loans));
    void thread.ended.then(() => loans.end());
    return thread;
  }

  /** Takes an ended thread out; the next recall after the pause starts another. */
  private async remove(thread: RecallThread, cause: string): Promise<void> {
    if (this.isClosing) return;
    this.threads.splice(this.threads.indexOf(thread), 1);
    await this.pause('ended and is replaced', cause);
  }

  private async pause(problem: string, cause: string): Promise<void> {
    logger.warn({ cause }, `A thread of recalls ${problem}: ${cause}`);
    this.isPausing = true;
    await delay(RESTART_PAUSE_MS, undefined, { ref: false });
    this.isPausing = false;
  }
}

class ThreadEnded extends Error {}

class RecallThread {
  readonly calls: ThreadCalls<ThreadOffers>;
  /** Resolves when the thread has ended, with the reason. */
  readonly ended: Promise<string>;
  isReady = false;
  private readonly worker: Worker;

  constructor(worker: Worker, offers: MainOffers) {
    this.worker = worker;
    this.calls = new ThreadCalls<ThreadOffers>(worker, offers);
    this.ended = new Promise((resolve) => {
      worker.once('error', (error) => resolve(String(error)));
      worker.once('exit', (code) => resolve(`exit code ${code}`));
    });
    void this.ended.then((cause) => {
      this.isReady = false;
      this.calls.fail(new ThreadEnded(cause));
    });
    this.calls.call('open').then(
      () => (this.isReady = true),
      (error: unknown) => {
        logger.warn({ cause: String(error) }, `A thread of recalls did not start: ${String(error)}`);
        // Once it has ended, it is replaced like each thread that ends.
        void worker.terminate();
      },
    );
  }

  get waiting(): number {
    return this.calls.waiting;
  }

  /** Takes no more recalls, answers those that wait, and ends the thread. */
  async close(): Promise<void> {
    this.isReady = false;
    void this.calls.call('close').catch(() => undefined);
    await withTimeout(CLOSE_TIMEOUT_MS, this.ended, () => this.worker.terminate());
  }
}

/**
 * Loans to a thread by model. Each is returned when the thread has ended, also one that comes later, and when the thread asks
 * for another loan of the model, which it does only once it reads the former no more.
 */
class Loans {
  private readonly returns = new Map<string, () => void>();
  private hasEnded = false;

  add(modelId: string, { returned }: Pick<LentVectors, 'returned'>): void {
    this.returns.set(modelId, returned);
    if (this.hasEnded) this.end();
  }

  endOf(modelId: string): void {
    this.returns.get(modelId)?.();
    this.returns.delete(modelId);
  }

  end(): void {
    this.hasEnded = true;
    for (const modelId of [...this.returns.keys()]) this.endOf(modelId);
  }
}

/** Makes the functions that a thread may call. */
function offersOf({ embedders, vectors, queries, waiting, measures }: MainParts, loans: Loans): MainOffers {
  return {
    liveModel: async () => {
      const { modelId, dims, maxTokens, scale } = await embedders.live();
      return { modelId, dims, maxTokens, scale };
    },
    scaleOf: async (orgId) => embedders.scaleOf(await embedders.live(), orgId),
    embedding: async (modelId, text) => queries.of(await embedders.of(modelId), text),
    lendVectors: async (modelId) => {
      loans.endOf(modelId);
      const loan = await vectors.lend(modelId);
      if (loan) loans.add(modelId, loan);
      return loan?.lent;
    },
    search: (...asked) => vectors.search(...asked),
    score: (...asked) => vectors.score(...asked),
    waiting: async (scope, filter) => waiting.of({ scope, model: await embedders.live() }, filter),
    measured: (timings, degraded) => measures.observe(timings, degraded),
    log: (level, message, rest) => Logger[level](message, ...rest),
  };
}
