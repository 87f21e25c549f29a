import { runInSpan } from '@cairn/platform';

/**
 * Measures the milliseconds of each stage, for `explain`, metrics and benchmarks, and records a span for each. Concurrent
 * stages overlap.
 */
export class Stopwatch {
  readonly timings: Record<string, number> = {};
  private readonly started = performance.now();

  async time<Result>(stage: string, work: () => Promise<Result> | Result): Promise<Result> {
    const from = performance.now();
    try {
      return await runInSpan(`recall ${stage}`, work);
    } finally {
      this.timings[stage] = (this.timings[stage] ?? 0) + performance.now() - from;
    }
  }

  total(): Record<string, number> {
    this.timings['total'] = performance.now() - this.started;
    return this.timings;
  }
}
