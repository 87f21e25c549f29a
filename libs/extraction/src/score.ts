import type { Closeness } from './closeness.ts';
import { extractedKinds, type ExtractedKind } from './extracted.ts';
import type { Mark } from './marks.ts';
import { marksByKind, unassertedMarks } from './kinds.ts';
import { kindWeights, thresholds, worthWeights, type Weights } from './weights.ts';

export interface Score {
  readonly kind: ExtractedKind;
  /** Estimated probability that the statement is worth keeping, 0 to 1. */
  readonly certainty: number;
}

/**
 * Computes the kind of a statement and the certainty that it is worth keeping. Undefined for a question, and if the
 * certainty is below the threshold of the kind.
 */
export function scoreOf(marks: ReadonlySet<Mark>, closeness: Closeness = {}): Score | undefined {
  if (marks.has('asks')) return undefined;
  const kind = kindOf(marks, closeness);
  const certainty = certaintyOf(marks, closeness);
  return certainty >= thresholds[kind] ? { kind, certainty } : undefined;
}

const LIKELY_MIN = 0.05;
/**
 * Whether the marks of a statement suggest that it may be worth keeping. Only such a statement is compared with
 * prototypes.
 */
export const isLikely = (marks: ReadonlySet<Mark>): boolean => certaintyOf(marks) >= LIKELY_MIN;

function certaintyOf(marks: ReadonlySet<Mark>, closeness: Closeness = {}): number {
  return 1 / (1 + Math.exp(-sumOf(worthWeights, marks, closeness)));
}

/** Finds the likeliest of the kinds for which the statement has a mark. */
function kindOf(marks: ReadonlySet<Mark>, closeness: Closeness): ExtractedKind {
  const possible = extractedKinds.filter((kind) => isPossibleKind(kind, marks));
  const logits = possible.map((kind) => ({ kind, logit: sumOf(kindWeights[kind], marks, closeness) }));
  return logits.reduce((one, other) => (other.logit > one.logit ? other : one)).kind;
}

/** Whether a statement with these marks can be of a kind. */
export const isPossibleKind = (kind: ExtractedKind, marks: ReadonlySet<Mark>): boolean =>
  kind === 'fact' ||
  (marksByKind[kind].some((mark) => marks.has(mark)) &&
    !(kind === 'relation' && unassertedMarks.some((mark) => marks.has(mark))) &&
    !(kind === 'goal' && marks.has('past')));

function sumOf(weights: Weights, marks: ReadonlySet<Mark>, closeness: Closeness): number {
  let sum = weights.bias;
  for (const mark of marks) sum += weights.marks[mark] ?? 0;
  for (const kind of extractedKinds) sum += (weights.closeness[kind] ?? 0) * (closeness[kind] ?? 0);
  return sum;
}
