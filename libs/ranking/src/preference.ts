import { partOf, sum, type Ranked } from './signals/candidate.ts';
import type { SignalName } from './recipes.ts';

/** When the absolute scores of two hits differ by less, the preferred one stands first. */
const MARGIN = 0.15;
/** The lead in `rankScore` of a preferred hit over the best of those that it passes. */
const LEAD = 0.001;

/**
 * Lifts every preferred hit above all others whose score is less than .15 better, and returns all hits, best first. The lift
 * is added to the points of the signal `mode`, so that the parts still sum to `rankScore`.
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
