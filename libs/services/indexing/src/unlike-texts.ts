/**
 * Two texts count as similar if their Jaccard similarity (the number of shared words divided by the number of all their
 * words) is greater than this value. Filled-in copies of the same form are similar.
 */
const ALIKE_ABOVE = 1 / 3;

/**
 * Selects the first `limit` texts of which no two are similar. Similar texts would distort the measured scale, since their
 * common part would count as similarity 0.
 */
export function selectDissimilarTexts(texts: readonly string[], limit: number): string[] {
  const kept: { readonly text: string; readonly words: ReadonlySet<string> }[] = [];
  for (const text of texts) {
    if (kept.length === limit) break;
    const words = wordsOf(text);
    if (words.size > 0 && kept.every((other) => !areAlike(words, other.words))) kept.push({ text, words });
  }
  return kept.map(({ text }) => text);
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));

function areAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared / (one.size + other.size - shared) > ALIKE_ABOVE;
}
