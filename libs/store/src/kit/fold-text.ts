/** Normalises a text: ignores case, and removes blanks and invisible characters. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu, '');

/**
 * Normalises a text like `foldText`, and also removes hyphens between letters and punctuation at both ends, such as
 * bullets. Such characters vary when the same text is sent again.
 */
export function foldWithoutPunctuation(text: string): string {
  const all = foldText(text).replace(/(?<=\p{L})\p{Pd}+(?=\p{L})/gu, '');
  return all.replace(/^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu, '') || all;
}
