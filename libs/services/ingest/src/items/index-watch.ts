import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { IndexState } from '@cairn/contracts';
import { IndexLedger, type Pointer } from '@cairn/ports';

/** Shortest pause between two checks, in ms. */
const CHECK_PAUSE_MIN_MS = 15;
/**
 * Pause after a check as a multiple of its duration, so that checks for all waiting callers take at most a fifth of the
 * time of one connection to the truth.
 */
const PAUSE_PER_LOOK = 4;
const PAUSE_MAX_MS = 1_000;
/** The most items in one check. If more items wait, callers take turns. */
const ITEMS_PER_LOOK = 1_000;

interface WaitingWrite {
  readonly pointers: readonly Pointer[];
  /** The latest known states, in the order of the pointers. */
  states: readonly IndexState[] | undefined;
  readonly answer: () => void;
}

/**
 * Waits for the indexes on behalf of callers. One query to the truth serves all waiting callers of this process. A
 * failed query is no error for callers, since their items are committed; the callers get the latest known states.
 */
@Injectable()
export class IndexWatch implements OnApplicationShutdown {
  private readonly log = new Logger(IndexWatch.name);
  private readonly waiters = new Set<WaitingWrite>();
  private isLooking = false;

  constructor(private readonly ledger: IndexLedger) {}

  /**
   * Resolves with the states once no state is pending, or with the latest known states after `waitMs`. Resolves with
   * undefined if no states are known.
   */
  untilIndexed(pointers: readonly Pointer[], waitMs: number): Promise<readonly IndexState[] | undefined> {
    return new Promise((resolve) => {
      const waiter: WaitingWrite = {
        pointers,
        states: undefined,
        answer: () => {
          clearTimeout(timeout);
          this.waiters.delete(waiter);
          resolve(waiter.states);
        },
      };
      const timeout = setTimeout(waiter.answer, waitMs);
      this.waiters.add(waiter);
      if (!this.isLooking) void this.watch();
    });
  }

  /** Answers all waiting callers, so that the process can stop. */
  onApplicationShutdown(): void {
    for (const { answer } of this.waiters) answer();
  }

  private async watch(): Promise<void> {
    this.isLooking = true;
    while (this.waiters.size > 0) await delay(await this.timedLook());
    this.isLooking = false;
  }

  /** Checks once. Returns the pause in ms until the next check. */
  private async timedLook(): Promise<number> {
    const began = performance.now();
    try {
      await this.look();
    } catch (error) {
      this.log.warn({ cause: String(error) }, `The index states cannot be read, callers wait on: ${String(error)}`);
      return PAUSE_MAX_MS;
    }
    return Math.min(PAUSE_MAX_MS, Math.max(CHECK_PAUSE_MIN_MS, PAUSE_PER_LOOK * (performance.now() - began)));
  }

  private async look(): Promise<void> {
    const asked = this.nextWaiters();
    const states = await this.ledger.indexStates(asked.flatMap(({ pointers }) => pointers));
    let from = 0;
    for (const waiter of asked) {
      waiter.states = states.slice(from, (from += waiter.pointers.length));
      if (waiter.states.every(isSettled)) waiter.answer();
    }
  }

  /** Takes the waiters that have waited longest since their last check, and moves them to the end of the queue. */
  private nextWaiters(): WaitingWrite[] {
    const next: WaitingWrite[] = [];
    let items = 0;
    for (const waiter of this.waiters) {
      if (next.length > 0 && items + waiter.pointers.length > ITEMS_PER_LOOK) break;
      items += waiter.pointers.length;
      next.push(waiter);
    }
    for (const waiter of next) {
      this.waiters.delete(waiter);
      this.waiters.add(waiter);
    }
    return next;
  }
}

const isSettled = ({ words, vectors }: IndexState): boolean => words !== 'pending' && vectors !== 'pending';
