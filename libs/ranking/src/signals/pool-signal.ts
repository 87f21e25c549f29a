import type { Candidate, Ranked } from './candidate.ts';

/** A candidate with its scores and item signals summed. */
export interface ScoredCandidate {
  readonly candidate: Candidate;
  readonly alone: Ranked;
}

/** A bounded bonus that depends on other candidates. Its name is the key of its weight in the recipe, and explanations show it. */
export interface PoolSignal {
  readonly name: string;
  /** Returns the strength, 0-1, for each candidate of the pool. `scoreAlone` scores an item that is not in the pool. */
  readonly strengthsIn: (
    pool: readonly ScoredCandidate[],
    scoreAlone: (candidate: Candidate) => Ranked,
  ) => (scored: ScoredCandidate) => number;
}
