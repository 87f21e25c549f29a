/** Number of questions with a right hit first, among the first three, or nowhere. */
export interface Tally {
  asked: number;
  first: number;
  three: number;
  missing: number;
}

export const newTally = (): Tally => ({ asked: 0, first: 0, three: 0, missing: 0 });

/** Counts one question; any of the expected keys is right, and keys in `alsoFine` are skipped without cost. */
export function count(tally: Tally, shown: readonly string[], sought: Sought): void {
  const place = judgedPlace(shown, sought);
  tally.asked += 1;
  if (place === 0) tally.first += 1;
  if (place >= 0 && place < 3) tally.three += 1;
  if (place < 0) tally.missing += 1;
}

/** Keys that are right answers, and keys that are skipped without cost. */
export interface Sought {
  readonly expect: readonly string[];
  readonly alsoFine?: readonly string[];
}

/** Rank of the first right key, from 0; -1 if none is shown. */
export function judgedPlace(shown: readonly string[], { expect, alsoFine = [] }: Sought): number {
  const judged = shown.filter((key) => expect.includes(key) || !alsoFine.includes(key));
  return judged.findIndex((key) => expect.includes(key));
}

export const tallyText = (name: string, { asked, first, three, missing }: Tally): string =>
  `  ${name.padEnd(22)} asked ${String(asked).padStart(3)}  first ${String(first).padStart(3)}  in three ${String(three).padStart(3)}  missing ${String(missing).padStart(3)}`;
