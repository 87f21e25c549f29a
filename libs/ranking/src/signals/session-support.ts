import { sumParts, type Candidate, type Ranked } from './candidate.ts';
import { clampToUnit } from './unit.ts';
import { coverage } from './coverage.ts';
import type { PoolSignal, ScoredCandidate } from './pool-signal.ts';

/**
 * Two turns of a session support each other fully if they are at most this many turns apart. Further apart, a thread
 * between people has as likely as not moved to a different topic.
 */
const SESSION_WINDOW = 10;
const DISTANCE_DISCOUNT = 0.5;

/**
 * Signal: further turns of the same session are relevant too. The strength is the mean score of the two best of these
 * turns. A single relevant turn may occur by chance, and a sum would favour long sessions.
 */
export const sessionSupport = {
  name: 'session',
  strengthsIn: (pool) => {
    const supporters = new Map(pool.map((scored) => [scored.candidate, supporterOf(scored)]));
    const bySession = Map.groupBy(supporters.values(), ({ session }) => session);
    return ({ candidate }) => supportOf(supporters.get(candidate)!, bySession);
  },
} as const satisfies PoolSignal;

/** Turn of a session, or a memory made from one. */
interface Supporter extends SessionTurn {
  readonly id: string;
  /** Score of the turn, 0-1, without the support by other turns. */
  readonly worth: number;
}

interface SessionTurn {
  readonly session: string | undefined;
  readonly turn: number | undefined;
  /** Channel within which `turn` is counted. */
  readonly channel: string | null | undefined;
}

function supporterOf({ candidate, alone }: ScoredCandidate): Supporter {
  const { session, turn, channel } = sessionTurnOf(candidate);
  return { id: candidate.id, worth: worthOf(alone), session, turn, channel };
}

/** Finds the turn of a candidate; a memory has the turn of its first source with a session. */
const sessionTurnOf = (candidate: Candidate): Candidate =>
  [candidate, ...(candidate.sourceLinks ?? [])].find(({ session }) => session !== undefined) ?? candidate;

/** Score without `coverage`, which is a property of the session itself. */
const worthOf = ({ parts }: Ranked): number =>
  clampToUnit(sumParts(parts.filter(({ signal }) => signal !== coverage.name)));

function supportOf(own: Supporter, bySession: ReadonlyMap<string | undefined, readonly Supporter[]>): number {
  if (own.session === undefined) return 0;
  let best = 0;
  let second = 0;
  for (const other of bySession.get(own.session) ?? []) {
    const worth = other.id === own.id ? 0 : other.worth * (isNear(other, own) ? 1 : DISTANCE_DISCOUNT);
    second = Math.max(second, Math.min(best, worth));
    best = Math.max(best, worth);
  }
  return (best + second) / 2;
}

const isNear = (one: SessionTurn, other: SessionTurn): boolean =>
  one.turn === undefined ||
  other.turn === undefined ||
  (one.channel === other.channel && Math.abs(one.turn - other.turn) <= SESSION_WINDOW);
