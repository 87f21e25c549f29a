import type { Judgement } from './judgement.ts';
import { pairedBootstrap, type Change } from './paired-bootstrap.ts';

/** Metrics by which a change is judged. */
export const comparedMetrics = ['R@10', 'MRR', 'nDCG@10'] as const;
type ComparedMetric = (typeof comparedMetrics)[number];

export type Changes = Readonly<Record<ComparedMetric, Change>>;

/** Comparison of two runs over the same questions. */
export interface Comparison {
  /** Number of questions that both runs answered. */
  readonly n: number;
  /** Changes of the metrics; absent when the runs share no question. */
  readonly changes: Changes | undefined;
  /** Numbers of questions that only one run answered; they do not count. */
  readonly onlyOld: number;
  readonly onlyNew: number;
}

type Judgements = ReadonlyMap<string, Judgement>;

/** Computes the gain of the new run over the old one, each question compared with itself. */
export function compare({ old, now }: { readonly old: Judgements; readonly now: Judgements }): Comparison {
  const both = [...now.keys()].filter((id) => old.has(id)).sort();
  const gains = (metric: ComparedMetric) =>
    both.map((id) => now.get(id)!.metrics[metric] - old.get(id)!.metrics[metric]);
  return {
    n: both.length,
    changes: both.length > 0 ? changesOf((metric) => pairedBootstrap(gains(metric))) : undefined,
    onlyOld: old.size - both.length,
    onlyNew: now.size - both.length,
  };
}

const changesOf = (of: (metric: ComparedMetric) => Change): Changes => ({
  'R@10': of('R@10'),
  MRR: of('MRR'),
  'nDCG@10': of('nDCG@10'),
});
