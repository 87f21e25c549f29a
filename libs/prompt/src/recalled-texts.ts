/** Part of a text that is one of our answers, with the ids of the stored items that it quotes. */
export interface RecalledSpan {
  readonly from: number;
  readonly to: number;
  readonly ids: readonly string[];
}

/** Maps the id of each quoted item to the item's text. Contains only items that the sender may read. */
export type StoredTexts = ReadonlyMap<string, string>;

/** Reduces a text to its words, so that neutralised characters and line breaks do not affect comparison. */
export const wordsForComparison = (text: string): string =>
  ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;

const SAME_TEXT_WORDS_MIN = 5;

/** Tells whether a passage contains a whole stored text, or `SAME_TEXT_WORDS_MIN` consecutive words of it. */
export function containsPart(passage: string, storedText: string): boolean {
  const words = storedText.trim().split(' ');
  if (storedText.trim() === '') return false;
  if (words.length <= SAME_TEXT_WORDS_MIN) return passage.includes(storedText);
  for (let at = 0; at + SAME_TEXT_WORDS_MIN <= words.length; at += 1)
    if (passage.includes(` ${words.slice(at, at + SAME_TEXT_WORDS_MIN).join(' ')} `)) return true;
  return false;
}
