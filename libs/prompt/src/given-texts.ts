/** A part of a text that is an answer of ours, and which stored items it quotes. */
export interface GivenSpan {
  readonly from: number;
  readonly to: number;
  readonly ids: readonly string[];
}

/** What the quoted items say, by id: of those that whoever sends the text may read. */
export type StoredTexts = ReadonlyMap<string, string>;

/** Texts are compared by their words alone, so that neutralised characters and line breaks make no difference. */
export const plainOf = (text: string): string => ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;

const PROOF_WORDS = 5;

/** Whether a passage holds a stored text, or so many words of it in a row. */
export function holdsSome(passage: string, said: string): boolean {
  const words = said.trim().split(' ');
  if (said.trim() === '') return false;
  if (words.length <= PROOF_WORDS) return passage.includes(said);
  for (let at = 0; at + PROOF_WORDS <= words.length; at += 1)
    if (passage.includes(` ${words.slice(at, at + PROOF_WORDS).join(' ')} `)) return true;
  return false;
}
