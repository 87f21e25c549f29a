/**
 * Area under the ROC curve: the chance that a random positive has a higher value than a random negative, a tie counting
 * half. 1 separates them, .5 is chance. Undefined when a side is empty.
 */
export function auroc(positives: readonly number[], negatives: readonly number[]): number | undefined {
  if (positives.length === 0 || negatives.length === 0) return undefined;
  const ordered = [...negatives].sort((a, b) => a - b);
  const won = positives.reduce((sum, value) => sum + (countBelow(ordered, value) + countUpTo(ordered, value)) / 2, 0);
  return won / (positives.length * negatives.length);
}

const countBelow = (ordered: readonly number[], value: number): number => firstAt(ordered, (other) => other >= value);
const countUpTo = (ordered: readonly number[], value: number): number => firstAt(ordered, (other) => other > value);

/** First index of a sorted list at which the condition holds; the length if there is none. */
function firstAt(ordered: readonly number[], isSo: (value: number) => boolean): number {
  let from = 0;
  let to = ordered.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isSo(ordered[middle]!)) to = middle;
    else from = middle + 1;
  }
  return from;
}
