import { english } from './lexicon.en.ts';
import { wordsOf } from './lexicon.ts';
import { wordForms } from './word-forms.ts';

/** A word that is written as names in code are: a path, a handle, an identifier, a word with a digit. */
const CODE = /^(?:[@/*#.~]|.*(?:[/_*]|::|\(\)|[\p{L}\p{N}]\.[\p{L}]|\p{L}\p{N}|\p{N}\p{L}|\p{Ll}\p{Lu}))/u;
const HYPHENED = /^\p{L}[\p{L}\p{N}]*(?:-[\p{L}\p{N}]+)+$/u;
const NO_NAME =
  /^\d[\d.,:]*[kmgtx]?b?$|^(?:e\.g|i\.e|a\.k\.a|[ap]\.m|v?\d+(?:\.\d+)+)$|^\d+(?:st|nd|rd|th|am|pm|h|s|ms|m|%)$/iu;
/** `long-term`, `in-house`, `re-use` are plain words. */
const plainParts = wordsOf(english.plainParts);
export const titles = wordsOf(english.titles);

export const isWrittenName = (word: string): boolean =>
  /[\p{L}\p{N}]/u.test(word) && !NO_NAME.test(word) && (CODE.test(word) || isHyphenName(word));

/** `edge-router`; not `Jean-Luc`, which is a proper name already. */
function isHyphenName(word: string): boolean {
  const lower = word.toLowerCase();
  if (!HYPHENED.test(word) || wordForms.has(lower)) return false;
  if (/^\p{Lu}\p{Ll}+(?:-\p{L}\p{Ll}+)+$/u.test(word)) return false;
  return !lower.split('-').some((part) => plainParts.has(part));
}
