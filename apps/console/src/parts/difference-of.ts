import { diffLines, diffWordsWithSpace, type Change } from 'diff';

/** Share of the longer text that must be the same, so that a difference by words can be read. */
const SAME_SHARE_MIN = 0.5;

/** Compares two texts word by word, or line by line where so many words are new that their mixture could not be read. */
export function differenceOf(before: string, after: string): Change[] {
  const words = diffWordsWithSpace(before, after);
  const same = words
    .filter(({ added, removed }) => !added && !removed)
    .reduce((sum, { value }) => sum + value.trim().length, 0);
  const isReadable = same >= SAME_SHARE_MIN * Math.max(before.length, after.length);
  return isReadable ? words : diffLines(before, after);
}
