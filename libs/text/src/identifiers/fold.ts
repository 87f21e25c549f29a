const MARKS_AND_INVISIBLE = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Letters that Unicode does not decompose, and how they are written without the sign. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ø: 'o', đ: 'd', ð: 'd', ł: 'l', æ: 'ae', œ: 'oe', ı: 'i', þ: 'th' },
};
const WITH_SIGN = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'g');

/** Folds case, accents, widths and invisible characters, so that each spelling of an identifier becomes one. */
export const foldSpelling = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(MARKS_AND_INVISIBLE, '')
    .toLowerCase()
    .replace(WITH_SIGN, (letter) => PLAIN_LETTERS[letter]!);
