import { english } from './lexicon.en.ts';
import { listOf, wordsOf } from './lexicon.ts';
import { wordFormByText, type VerbForm } from './word-forms.ts';

/** A word with its universal part-of-speech tag, or the tag `NAME` if it is written as an identifier. */
export interface Word {
  readonly text: string;
  readonly lower: string;
  lemma: string;
  tag: string;
  form?: VerbForm | undefined;
  readonly isQuoted?: boolean;
  /** Whether the word is a plain one in a position where only a name can be: `mailer sends ...`. */
  isGuessed?: boolean;
  /** Whether no space separates the word from the previous word. */
  readonly isGlued: boolean;
  /** Whether the word is the first of the sentence, where a capital means nothing. */
  readonly isFirst: boolean;
}

export const isNominal = (word: Word | undefined): boolean =>
  word !== undefined && ['NAME', 'PROPN', 'NOUN'].includes(word.tag);

/** A word that is written like a name in code: a path, a handle, an identifier, or a word with a digit. */
const CODE_WORD = /^(?:[@/*#.~]|.*(?:[/_*]|::|\(\)|[\p{L}\p{N}]\.[\p{L}]|\p{L}\p{N}|\p{N}\p{L}|\p{Ll}\p{Lu}))/u;
const HYPHENATED_WORD = /^\p{L}[\p{L}\p{N}]*(?:-[\p{L}\p{N}]+)+$/u;
const NO_NAME =
  /^\d[\d.,:]*[kmgtx]?b?$|^(?:e\.g|i\.e|a\.k\.a|[ap]\.m|v?\d+(?:\.\d+)+)$|^\d+(?:st|nd|rd|th|am|pm|h|s|ms|m|%)$/iu;
/** Parts of hyphenated words that are plain words: `long-term`, `in-house`, `re-use`. */
const plainParts = wordsOf(english.plainParts);
export const titles = wordsOf(english.titles);

export const isWrittenName = (word: string): boolean =>
  /[\p{L}\p{N}]/u.test(word) && !NO_NAME.test(word) && (CODE_WORD.test(word) || isHyphenName(word));

/** Whether a hyphenated word is an identifier: `edge-router`. A proper name such as `Jean-Luc` is none. */
function isHyphenName(word: string): boolean {
  const lower = word.toLowerCase();
  if (!HYPHENATED_WORD.test(word) || wordFormByText.has(lower)) return false;
  if (/^\p{Lu}\p{Ll}+(?:-\p{L}\p{Ll}+)+$/u.test(word)) return false;
  return !lower.split('-').some((part) => plainParts.has(part));
}

/** Maps each phrase that counts as one word, written with hyphens, to its tag. */
export const tagByJoinedPhrase: ReadonlyMap<string, string> = new Map(
  Object.entries(english.joined).flatMap(([tag, phrases]) =>
    listOf(phrases).map((phrase) => [hyphenatePhrase(phrase), tag] as const),
  ),
);
const joinedPhrasesByLength = [...tagByJoinedPhrase.keys()].sort((a, b) => b.length - a.length);
const JOINED_WORD = new RegExp(
  `(?<![\\w-])(?:${joinedPhrasesByLength.map((word) => word.replaceAll('-', '[ -]')).join('|')})(?![\\w-])`,
  'giu',
);

function hyphenatePhrase(phrase: string): string {
  return phrase.replaceAll(' ', '-');
}

/** Joins these phrases in a sentence or a frame by hyphens. The length of the text does not change. */
export const joinPhrases = (text: string): string => text.replace(JOINED_WORD, hyphenatePhrase);
