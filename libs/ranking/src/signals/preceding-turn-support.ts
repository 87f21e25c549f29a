import type { Candidate } from './candidate.ts';
import { clampToUnit } from './unit.ts';
import type { PoolSignal } from './pool-signal.ts';

/** Distances, in turns, to the turn that began the topic. One or two reactions lie between the two turns. */
const TURNS_BEFORE = [2, 3];

/**
 * Signal: in threads between people, a turn often continues a topic from two or three turns before without repeating
 * the words of the topic. The strength is the higher of these two turns' own scores.
 */
export const precedingTurnSupport = {
  name: 'continuation',
  strengthsIn: (pool) => {
    const turns = pool.filter(({ candidate }) => candidate.turn !== undefined);
    const worthByTurn = new Map(
      turns.map(({ candidate, alone }) => [turnKey(candidate), clampToUnit(alone.rankScore)]),
    );
    const worthBefore = (candidate: Candidate, back: number) => worthByTurn.get(turnKey(candidate, back)) ?? 0;
    return ({ candidate }) =>
      candidate.turn === undefined ? 0 : Math.max(...TURNS_BEFORE.map((back) => worthBefore(candidate, back)));
  },
} as const satisfies PoolSignal;

const turnKey = ({ session, channel, turn = 0 }: Candidate, back = 0): string =>
  JSON.stringify([session, channel ?? null, turn - back]);
