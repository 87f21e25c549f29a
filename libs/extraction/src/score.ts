import { extractedKinds, type ExtractedKind } from './extracted.ts';
import type { Mark } from './marks.ts';
import { against, weightsByKind } from './weights.ts';

export interface Score {
  readonly kind: ExtractedKind;
  /** Probability, 0 to 1. */
  readonly certainty: number;
}

/** Closeness of a statement to the prototypes of each kind, -1 to 1. */
export type Closeness = Readonly<Partial<Record<ExtractedKind, number>>>;

/** The kind with the highest certainty. Undefined if none reaches its threshold. */
export function scoreOf(marks: ReadonlySet<Mark>, closeness: Closeness = {}): Score | undefined {
  const scores = extractedKinds.map((kind) => ({ kind, certainty: certaintyOf(kind, marks, closeness[kind] ?? 0) }));
  const best = scores.reduce((one, other) => (other.certainty > one.certainty ? other : one));
  return best.certainty >= weightsByKind[best.kind].threshold ? best : undefined;
}

export function certaintyOf(kind: ExtractedKind, marks: ReadonlySet<Mark>, closeness = 0): number {
  const { bias, marks: weights } = weightsByKind[kind];
  let logit = bias + closeness;
  for (const mark of marks) logit += (weights[mark] ?? 0) + (against[mark] ?? 0);
  return 1 / (1 + Math.exp(-logit));
}
