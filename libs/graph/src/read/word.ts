import type { VerbForm } from './word-forms.ts';

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
