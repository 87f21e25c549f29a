import type { Candidate, Ranked } from './candidate.ts';

/** Candidate with the sum of its scores and item signals. */
export interface ScoredCandidate {
  readonly candidate: Candidate;
  readonly alone: Ranked;
}

/**
 * Bounded bonus that depends on further candidates. `name` is the key of the signal's weight in the recipe, and
 * explanations show it.
 */
export interface PoolSignal {
  readonly name: string;
  /**
   * Returns a function that gives the strength, 0-1, of each candidate of the pool. `scoreAlone` scores an item that is
   * not in the pool.
   */
  readonly strengthsIn: (
    pool: readonly ScoredCandidate[],
    scoreAlone: (candidate: Candidate) => Ranked,
  ) => (scored: ScoredCandidate) => number;
}
