import type { Phrase } from './phrase.ts';

/** The context of a sentence, from the sentences before it. */
export interface Context {
  /** The phrase that a sentence without a subject is about. */
  readonly topic?: Phrase | undefined;
  /** The thing to which a role belongs if the sentence does not name the thing, as in `the owner is A`. */
  readonly about?: Phrase | undefined;
  /** The person that the page is about. A role without a name, such as `Reviewer of X`, belongs to this person. */
  readonly person?: Phrase | undefined;
  /** Finds the antecedent of a pronoun or `the team`; undefined if unknown. */
  readonly resolve: (phrase: Phrase) => Phrase | undefined;
}
