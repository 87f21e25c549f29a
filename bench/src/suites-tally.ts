/** Scores of cases, 0 to 1, by kind, and what is to be said of those that failed. */
export class Tally {
  private readonly failures: string[] = [];
  private readonly byKind = new Map<string, number[]>();

  add(kind: string, score: number, failure?: string): void {
    this.byKind.set(kind, [...(this.byKind.get(kind) ?? []), score]);
    if (failure !== undefined) this.failures.push(failure);
  }

  lines(): string[] {
    const kinds = [...this.byKind].map(([kind, scores]) => lineOf(kind, scores));
    return [...this.failures, ...kinds, lineOf('all', [...this.byKind.values()].flat())];
  }
}

function lineOf(kind: string, scores: readonly number[]): string {
  const sum = scores.reduce((total, score) => total + score, 0);
  const share = `${((100 * sum) / scores.length).toFixed(1)} %`;
  const isCounted = scores.every((score) => score === 0 || score === 1);
  return isCounted ? `${kind}: ${sum} of ${scores.length} (${share})` : `${kind}: ${share} of ${scores.length}`;
}
