import type { Judgement } from './judgement.ts';
import { pairedBootstrap, type Change } from './paired-bootstrap.ts';

/** The metrics that a change is measured by. */
export const comparedMetrics = ['R@10', 'MRR', 'nDCG@10'] as const;
export type ComparedMetric = (typeof comparedMetrics)[number];

export type Changes = Readonly<Record<ComparedMetric, Change>>;

/** Two runs over the same questions. */
export interface Comparison {
  /** How many questions both sides answered. */
  readonly n: number;
  /** Absent when no question is on both sides. */
  readonly changes: Changes | undefined;
  /** Questions that only one side answered; they count for nothing. */
  readonly onlyOld: number;
  readonly onlyNew: number;
}

type Judgements = ReadonlyMap<string, Judgement>;

/** What the new side gains over the old one, each question against itself. */
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
