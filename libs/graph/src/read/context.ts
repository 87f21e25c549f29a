import type { Phrase } from './phrase.ts';

/** Things that the preceding sentences have named. */
export interface Context {
  /** The topic of a sentence without a subject. */
  readonly topic?: Phrase | undefined;
  /** The thing that a role without one belongs to, as in `the owner is A`. */
  readonly about?: Phrase | undefined;
  /** The person whom the page is about: `Reviewer of X` stands there without a name. */
  readonly person?: Phrase | undefined;
  /** Finds the phrase that a pronoun or `the team` refers to; undefined when unknown. */
  readonly resolve: (phrase: Phrase) => Phrase | undefined;
}
