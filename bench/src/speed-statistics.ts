/** Percentiles of a set of durations, in their unit. */
export interface Spread {
  readonly n: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** Percentile by nearest rank: the smallest value that at least this share of all values does not exceed; NaN for an empty list. */
export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) return Number.NaN;
  const ordered = [...values].sort((a, b) => a - b);
  return ordered[Math.max(0, Math.ceil(share * ordered.length) - 1)]!;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

export const spreadOf = (values: readonly number[]): Spread => ({
  n: values.length,
  p50: median(values),
  p95: percentile(values, 0.95),
  p99: percentile(values, 0.99),
});

/** Spread of each stage over many runs. A run that skipped a stage does not count for it. */
export function spreadByStage(runs: readonly Readonly<Record<string, number>>[]): Record<string, Spread> {
  const stages = new Set(runs.flatMap((run) => Object.keys(run)));
  return Object.fromEntries([...stages].map((stage) => [stage, spreadOf(runs.flatMap((run) => run[stage] ?? []))]));
}

/** Measures the milliseconds of `work`, and returns its result. */
export async function timed<Result>(work: () => Promise<Result> | Result): Promise<{ ms: number; result: Result }> {
  const started = performance.now();
  const result = await work();
  return { ms: performance.now() - started, result };
}

/** Processes all values with this many in parallel; results are in the order of the values. */
export async function atOnce<Value, Result>(
  width: number,
  values: readonly Value[],
  work: (value: Value) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const rest = values.entries();
  const worker = async () => {
    for (const [at, value] of rest) results[at] = await work(value);
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}

/** Durations of calls, and what they cost. */
export interface CallCost extends Spread {
  readonly perSecond: number;
  /** Processor time of this process with all its threads, in ms a call; it hardly depends on the load of the machine. */
  readonly 'processor ms': number;
}

/** Measures calls with this many in flight. */
export async function costOfCalls<Question>(
  width: number,
  questions: readonly Question[],
  ask: (question: Question) => Promise<unknown>,
): Promise<CallCost> {
  const before = process.cpuUsage();
  const { ms, result } = await timed(() =>
    atOnce(width, questions, async (question) => (await timed(() => ask(question))).ms),
  );
  const { user, system } = process.cpuUsage(before);
  return {
    ...spreadOf(result),
    perSecond: (questions.length * 1000) / ms,
    'processor ms': (user + system) / 1000 / questions.length,
  };
}
