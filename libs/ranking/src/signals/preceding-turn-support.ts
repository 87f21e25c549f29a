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
    const worths = new TurnWorths();
    for (const { candidate, alone } of pool)
      if (candidate.turn !== undefined) worths.set(candidate, candidate.turn, clampToUnit(alone.rankScore));
    return ({ candidate }) => {
      const { turn } = candidate;
      if (turn === undefined) return 0;
      return Math.max(...TURNS_BEFORE.map((back) => worths.get(candidate, turn - back) ?? 0));
    };
  },
} as const satisfies PoolSignal;

/** Worth of turns, by their session, channel and number. */
class TurnWorths {
  private readonly bySession = new Map<string | undefined, Map<string | null, Map<number, number>>>();

  get({ session, channel }: Candidate, turn: number): number | undefined {
    return this.bySession
      .get(session)
      ?.get(channel ?? null)
      ?.get(turn);
  }

  set({ session, channel = null }: Candidate, turn: number, worth: number): void {
    const byChannel = this.bySession.get(session) ?? new Map<string | null, Map<number, number>>();
    const byTurn = byChannel.get(channel) ?? new Map<number, number>();
    this.bySession.set(session, byChannel.set(channel, byTurn.set(turn, worth)));
  }
}
