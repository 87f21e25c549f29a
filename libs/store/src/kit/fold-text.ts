/** Normalises a text: ignores case, and removes blanks and invisible characters. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu, '');

/** Letters of Cyrillic and Greek, in lower case, that look like a letter of Latin in one of the cases, and that letter. */
const LOOKALIKES = new Map(
  [
    ['авеһікмнорстухјѕԁԛԝӏ', 'abehikmhopctyxjsdqwl'],
    ['αβεζηικμνορτυχ', 'abeznikmvoptux'],
    ['ı', 'i'],
  ].flatMap(([foreign = '', latin = '']) => Array.from(foreign, (letter, at) => [letter, latin[at]!] as const)),
);
const LOOKALIKE = new RegExp(`[${[...LOOKALIKES.keys()].join('')}]`, 'gu');

/** Replaces letters that look like those of Latin. A text without letters of Latin stays as it is. */
const foldLookalikes = (text: string): string =>
  /\p{Script=Latin}/u.test(text) ? text.replace(LOOKALIKE, (letter) => LOOKALIKES.get(letter) ?? letter) : text;

/**
 * Normalises a text like `foldText`, replaces letters that look alike, and removes hyphens between letters and
 * punctuation at both ends, such as bullets. Such characters vary when the same text is sent again.
 */
export function foldWithoutPunctuation(text: string): string {
  const all = foldLookalikes(foldText(text)).replace(/(?<=\p{L})\p{Pd}+(?=\p{L})/gu, '');
  return all.replace(/^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu, '') || all;
}
