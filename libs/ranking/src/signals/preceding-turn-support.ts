import type { Candidate } from './candidate.ts';
import { unit } from './unit.ts';
import type { PoolSignal } from './pool-signal.ts';

/** How many turns before it a turn goes on from: somebody reacts in between, or two do. */
const TURNS_BEFORE = [2, 3];

/**
 * Between people, talk goes on after a reaction: what a turn tells more of was begun a little before, and need not be said
 * again. The strength is what the better of those turns is worth alone.
 */
export const precedingTurnSupport = {
  name: 'continuation',
  strengthsIn: (pool) => {
    const turns = pool.filter(({ candidate }) => candidate.turn !== undefined);
    const worthByTurn = new Map(turns.map(({ candidate, alone }) => [turnKey(candidate), unit(alone.rankScore)]));
    const worthBefore = (candidate: Candidate, back: number) => worthByTurn.get(turnKey(candidate, back)) ?? 0;
    return ({ candidate }) =>
      candidate.turn === undefined ? 0 : Math.max(...TURNS_BEFORE.map((back) => worthBefore(candidate, back)));
  },
} as const satisfies PoolSignal;

const turnKey = ({ session, turn = 0 }: Candidate, back = 0): string => `${turn - back} ${session}`;
