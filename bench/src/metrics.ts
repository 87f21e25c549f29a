/** Retrieval metrics of one query: share of the gold ids in the first k, reciprocal rank, discounted cumulative gain. */
export interface Metrics {
  readonly 'R@1': number;
  readonly 'R@5': number;
  readonly 'R@10': number;
  readonly 'R@20': number;
  readonly 'hit@10': number;
  readonly MRR: number;
  readonly 'nDCG@10': number;
}

/** Maximum rank that counts, as in the baseline. */
const MRR_DEPTH = 100;

export function metricsOf(ranked: readonly string[], gold: ReadonlySet<string>): Metrics {
  const found = (k: number) => ranked.slice(0, k).filter((id) => gold.has(id)).length;
  const recall = (k: number) => found(k) / gold.size;
  const first = ranked.slice(0, MRR_DEPTH).findIndex((id) => gold.has(id));
  return {
    'R@1': recall(1),
    'R@5': recall(5),
    'R@10': recall(10),
    'R@20': recall(20),
    'hit@10': found(10) > 0 ? 1 : 0,
    MRR: first < 0 ? 0 : 1 / (first + 1),
    'nDCG@10': gainOf(ranked, gold) / idealGain(gold.size),
  };
}

const discount = (rank: number): number => 1 / Math.log2(rank + 2);

const gainOf = (ranked: readonly string[], gold: ReadonlySet<string>): number =>
  ranked.slice(0, 10).reduce((sum, id, rank) => sum + (gold.has(id) ? discount(rank) : 0), 0);

const idealGain = (gold: number): number =>
  Array.from({ length: Math.min(10, gold) }, (_, rank) => discount(rank)).reduce((sum, gain) => sum + gain, 0);

export const metricNames = ['R@1', 'R@5', 'R@10', 'R@20', 'hit@10', 'MRR', 'nDCG@10'] as const;

/** Mean of each metric; undefined for an empty list. */
export function meanOf(all: readonly Metrics[]): Metrics | undefined {
  if (all.length === 0) return undefined;
  const mean = (name: keyof Metrics) => all.reduce((sum, metrics) => sum + metrics[name], 0) / all.length;
  return Object.fromEntries(metricNames.map((name) => [name, mean(name)])) as unknown as Metrics;
}
