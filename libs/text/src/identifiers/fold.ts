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
