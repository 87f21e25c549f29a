import type { Phrase } from './phrase.ts';

/** Things that the sentences before have told. */
export interface Context {
  /** The thing that a sentence without a subject speaks of. */
  readonly topic?: Phrase | undefined;
  /** The thing that a role without one belongs to: `the owner is A`. */
  readonly about?: Phrase | undefined;
  /** Finds what a pronoun or `the team` stands for; absent: nothing known. */
  readonly resolve: (phrase: Phrase) => Phrase | undefined;
}
