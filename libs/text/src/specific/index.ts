export { askedNamesIn, isNamedIn, NAMED_CHARS_MAX, type AskedName } from './asked-names.ts';
export { missingWords } from './missing-words.ts';
export { isSpelledIn } from './spelled-in.ts';
export { specificNamesIn, undatedWordsIn, type SpecificName } from './specific-names.ts';
