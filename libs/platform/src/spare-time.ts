import { setTimeout as delay } from 'node:timers/promises';

/** Time in ms of work after which it rests. */
const WORK_MAX_MS = 20;
/** Time in ms over which the processor time of the process is measured. */
const MEASURED_MS = 20;
/** The most rests in a row, a second in all, so that the work ends also in a process that is always busy. */
const RESTS_MAX = 50;
/** Share of one core from which the process counts as busy. */
const BUSY_SHARE = 0.25;

interface SpareTimeOptions {
  /** Waits this many ms, or less if the process is about to end. */
  readonly wait?: (ms: number) => Promise<unknown>;
  /** Processor time of all threads of the process so far, in ms. */
  readonly processorMs?: () => number;
  readonly now?: () => number;
}

/**
 * Leaves the processor to everything else that the process does: work goes on in the time that is to spare, and at a
 * fiftieth of its speed in a process that is always busy.
 */
export class SpareTime {
  private readonly wait: (ms: number) => Promise<unknown>;
  private readonly processorMs: () => number;
  private readonly now: () => number;
  private since: number;

  constructor({ wait = delay, processorMs = processorMsOfProcess, now = () => performance.now() }: SpareTimeOptions) {
    this.wait = wait;
    this.processorMs = processorMs;
    this.now = now;
    this.since = now();
  }

  /** Rests until the process does nothing else, if the last rest is long enough ago. */
  async rest(): Promise<void> {
    if (this.now() - this.since < WORK_MAX_MS) return;
    for (let rests = 0; rests < RESTS_MAX && (await this.isBusy()); rests += 1);
    this.since = this.now();
  }

  private async isBusy(): Promise<boolean> {
    const [at, used] = [this.now(), this.processorMs()];
    await this.wait(MEASURED_MS);
    return this.processorMs() - used > BUSY_SHARE * (this.now() - at);
  }
}

function processorMsOfProcess(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
