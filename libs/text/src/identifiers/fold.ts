/** Marks that spellings add to or leave out of a letter of these scripts; in other scripts a mark is a vowel or a sound. */
const MARKS_OF_SPELLING =
  /\p{M}+(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}]\p{M}+)/gu;
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Letters that Unicode does not decompose, and how they are written without the sign. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ø: 'o', đ: 'd', ð: 'd', ł: 'l', æ: 'ae', œ: 'oe', ı: 'i', þ: 'th', ς: 'σ' },
};
const WITH_SIGN = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'g');

/** Folds case, accents, widths and invisible characters, so that each spelling of an identifier becomes one. */
export const foldSpelling = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(INVISIBLE, '')
    .replace(MARKS_OF_SPELLING, '')
    .toLowerCase()
    .replace(WITH_SIGN, (letter) => PLAIN_LETTERS[letter]!)
    .normalize('NFC');

/** A letter with the marks, signs and parts of a syllable that fold with it. */
const LETTER = '[^][\\p{M}\\p{Cf}\\u1160-\\u11ff]*';
/** Parts of a text that fold alike by themselves, from long to short. */
const PARTS = [new RegExp(`(?:${LETTER}){1,1000}`, 'gu'), new RegExp(LETTER, 'gu')];

/** Offset in a text of the letter that stands at an offset in its folded form. Takes time in proportion to the text. */
export function unfoldedOffset(text: string, offset: number): number {
  let [at, part, left] = [0, text, offset];
  for (const parts of PARTS) {
    const found = partAt(part, parts, left);
    [at, part, left] = [at + found.from, found.part, found.left];
  }
  return at;
}

/** The part of a text in which an offset of its folded form is, and how much of the folded part stands before it. */
function partAt(text: string, parts: RegExp, offset: number): { from: number; part: string; left: number } {
  let left = offset;
  for (const { 0: part, index } of text.matchAll(parts)) {
    const { length } = foldSpelling(part);
    if (left < length) return { from: index, part, left };
    left -= length;
  }
  return { from: text.length, part: '', left: 0 };
}
