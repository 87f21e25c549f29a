import type { Candidate, Ranked } from './candidate.ts';

/** A candidate with what it is worth by itself. */
export interface ScoredCandidate {
  readonly candidate: Candidate;
  readonly alone: Ranked;
}

/** A bounded bonus that a candidate has from others. The recipe weighs it by its name, which explanations show. */
export interface PoolSignal {
  readonly name: string;
  /** For the candidates of one answer, the strength of each, 0-1. `scoreAlone` says what any other item is worth by itself. */
  readonly strengthsIn: (
    pool: readonly ScoredCandidate[],
    scoreAlone: (candidate: Candidate) => Ranked,
  ) => (scored: ScoredCandidate) => number;
}
