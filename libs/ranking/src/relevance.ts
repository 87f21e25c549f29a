/**
 * Returns the relevance, 0-1, that an answer shows for each of its hits, in their order. The relevance never rises down
 * the list. If a later hit has a higher score, because session, time or mode moved a hit, the hits concerned all get
 * their mean score (isotonic regression, the closest non-increasing fit).
 */
export function decliningRelevance(scores: readonly number[]): number[] {
  const runs: { sum: number; count: number }[] = [];
  for (const score of scores) {
    let run = { sum: score, count: 1 };
    for (let last = runs.at(-1); last && last.sum / last.count < run.sum / run.count; last = runs.at(-1)) {
      runs.pop();
      run = { sum: last.sum + run.sum, count: last.count + run.count };
    }
    runs.push(run);
  }
  return runs.flatMap(({ sum, count }) => Array<number>(count).fill(sum / count));
}
