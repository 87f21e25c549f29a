import { english } from './lexicon.en.ts';
import { listOf, wordsOf } from './lexicon.ts';
import { wordForms, type VerbForm } from './word-forms.ts';

/** A word with its universal tag, or `NAME` for what is written as a name. */
export interface Word {
  readonly text: string;
  readonly lower: string;
  lemma: string;
  tag: string;
  form?: VerbForm | undefined;
  readonly isQuoted?: boolean;
  /** A plain word that stands where only a name can: `mailer sends ...`. */
  isGuessed?: boolean;
  /** Whether it follows the word before without a space. */
  readonly isGlued: boolean;
  /** Whether it opens the sentence, where a capital says nothing. */
  readonly isFirst: boolean;
}

export const isNominal = (word: Word | undefined): boolean =>
  word !== undefined && ['NAME', 'PROPN', 'NOUN'].includes(word.tag);

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

/** Each phrase that is one small word, with hyphens, and its tag. */
export const joinedTags: ReadonlyMap<string, string> = new Map(
  Object.entries(english.joined).flatMap(([tag, phrases]) =>
    listOf(phrases).map((phrase) => [hyphened(phrase), tag] as const),
  ),
);
const longestFirst = [...joinedTags.keys()].sort((a, b) => b.length - a.length);
const JOINED = new RegExp(
  `(?<![\\w-])(?:${longestFirst.map((word) => word.replaceAll('-', '[ -]')).join('|')})(?![\\w-])`,
  'giu',
);

function hyphened(phrase: string): string {
  return phrase.replaceAll(' ', '-');
}

/** A sentence or a frame in which such phrases are one word; no letter moves. */
export const withJoined = (text: string): string => text.replace(JOINED, hyphened);
