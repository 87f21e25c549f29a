import { partOf, sum, type Ranked } from './signals/candidate.ts';
import type { SignalName } from './recipes.ts';

/** Of two hits whose absolute scores differ by less, the preferred one stands first. */
const MARGIN = 0.15;
/** How far a preferred hit stands before the best of those that it passes. */
const LEAD = 0.001;

/**
 * Lifts every preferred hit above all others whose score is less than .15 better, best first again. The points of the lift
 * count for the signal `mode`, so that the parts still add up to what orders. Nothing is left out, and a hit that is far
 * better stays where it is.
 */
export function preferring(ranked: readonly Ranked[], isPreferred: (id: string) => boolean): Ranked[] {
  const others = ranked.filter(({ id }) => !isPreferred(id));
  if (others.length === 0 || others.length === ranked.length) return [...ranked];
  return ranked
    .map((hit) => (isPreferred(hit.id) ? lifted(hit, others) : hit))
    .sort((one, other) => other.rankScore - one.rankScore || (one.id < other.id ? -1 : 1));
}

function lifted(hit: Ranked, others: readonly Ranked[]): Ranked {
  const close = others.filter(({ score }) => Math.abs(score - hit.score) < MARGIN);
  const best = Math.max(...close.map(({ rankScore }) => rankScore));
  // Those that are lifted above the same hit keep their own order.
  const wanted = best + LEAD * (1 + hit.rankScore);
  if (wanted <= hit.rankScore) return hit;
  const points = wanted - hit.rankScore + pointsOf(hit, MODE);
  const parts = [...hit.parts.filter(({ signal }) => signal !== MODE), partOf(MODE, 1, points)];
  return { ...hit, rankScore: sum(parts), parts };
}

const MODE: SignalName = 'mode';

const pointsOf = ({ parts }: Ranked, name: string): number => sum(parts.filter(({ signal }) => signal === name));
