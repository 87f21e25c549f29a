import type { Phrase } from './phrase.ts';
import type { Word } from './word.ts';

/** One noun phrase, or several that are joined: `A, B and C`. */
export interface Phrases {
  readonly is: 'phrases';
  readonly all: readonly Phrase[];
}

/** A verb with its auxiliaries, negation and adverbs. */
export interface VerbGroup {
  readonly is: 'verb';
  readonly lemma: string;
  readonly word: Word;
  readonly form: 'finite' | 'infinitive' | 'ing' | 'participle';
  readonly isPassive: boolean;
  readonly isNegated: boolean;
  readonly isNoLonger: boolean;
  readonly modal?: string | undefined;
  readonly adverbs: ReadonlySet<string>;
}

export interface FunctionWord {
  readonly is: 'preposition' | 'relative' | 'conjunction' | 'subordinate' | 'mark' | 'adverb' | 'other';
  readonly word: string;
  readonly tag: string;
}

export type Item = Phrases | VerbGroup | FunctionWord;
