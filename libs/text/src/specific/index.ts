export { isSpelledIn } from './spelled-in.ts';
export { specificNamesIn, undatedWordsIn, type SpecificName } from './specific-names.ts';
