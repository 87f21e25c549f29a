import { setTimeout as delay } from 'node:timers/promises';

/** Time in ms that work may take before it rests. Other work of the process waits no longer for it. */
const WORK_MAX_MS = 5;

interface PaceOptions {
  /** Length of a rest, as a multiple of the work before it; 0 never rests. */
  readonly restFactor: number;
  /** Longest rest in ms. */
  readonly restMaxMs: number;
  /** Waits this many ms, or less if the process is about to end. */
  readonly wait?: (ms: number) => Promise<unknown>;
}

/**
 * Spreads background work over time: short stretches of work with rests between them, so that requests are delayed by one
 * stretch at most, and keep a share of the processor.
 */
export class Pace {
  private since = performance.now();
  private readonly options: PaceOptions;

  constructor(options: PaceOptions) {
    this.options = options;
  }

  /** Begins a piece of work. Time before it counts as no work. */
  begin(): void {
    this.since = performance.now();
  }

  /** Rests if the work since the last rest took long enough. Call it where work can be interrupted. */
  async rest(): Promise<void> {
    const { restFactor, restMaxMs, wait = delay } = this.options;
    const workMs = performance.now() - this.since;
    if (workMs < WORK_MAX_MS || restFactor === 0) return;
    await wait(Math.min(restFactor * workMs, restMaxMs));
    this.begin();
  }
}
