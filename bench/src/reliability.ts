import { auroc } from './auroc.ts';

/** Confidence of an answer in its rank 1, 0-1, and whether that was right. */
export interface Prediction {
  readonly confidence: number;
  readonly isRight: boolean;
}

/** Group of answers: mean confidence, and share of right ones. */
interface Group {
  readonly n: number;
  readonly predicted: number;
  readonly right: number;
}

export interface Reliability {
  readonly n: number;
  /** AUROC of confidence for right answers; undefined when all or none are right. */
  readonly auroc: number | undefined;
  /** Answers in quarters by confidence, the least confident first. */
  readonly quarters: readonly Group[];
}

/** Measures the reliability of confidence; with fewer than four answers, some quarters are missing. */
export function reliabilityOf(predictions: readonly Prediction[]): Reliability {
  const ordered = [...predictions].sort((a, b) => a.confidence - b.confidence);
  const start = (quarter: number) => Math.round((quarter * ordered.length) / 4);
  const quarters = [0, 1, 2, 3].map((quarter) => ordered.slice(start(quarter), start(quarter + 1)));
  const confidences = (right: boolean) =>
    ordered.filter(({ isRight }) => isRight === right).map(({ confidence }) => confidence);
  return {
    n: ordered.length,
    auroc: auroc(confidences(true), confidences(false)),
    quarters: quarters.filter(({ length }) => length > 0).map(groupOf),
  };
}

const groupOf = (predictions: readonly Prediction[]): Group => ({
  n: predictions.length,
  predicted: predictions.reduce((sum, { confidence }) => sum + confidence, 0) / predictions.length,
  right: predictions.filter(({ isRight }) => isRight).length / predictions.length,
});
