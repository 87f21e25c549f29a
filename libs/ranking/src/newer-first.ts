import { partOf, type Ranked } from './signals/candidate.ts';

/** So many of the first hits are compared with each other. */
export const COMPARED = 10;
/** Further down, what is renewed is hardly the answer. */
const RENEWED = 3;
/** Each more costs other answers more than it is worth (docs/experiments.md). */
const RAISED = 2;
/** What fits the question by less than such a share of the older hit's `score` is about something else. */
const FITS_SHARE = 0.65;
/** A renewal that stands deeper needs to be surer: it is worth so much less for each rank. */
const RANK_DISCOUNT = 0.02;

/** The signal that a raised hit shows what it gained by. */
const RENEWAL = 'renewal';

/** Declared: one hit stands in the place of the other. */
export const DECLARED = Infinity;

/**
 * Raises what is newer right above what it renews, so that nobody reads the old value first; all else stays as it was, and nothing is
 * lifted for being new. `renews` says how surely one hit says with another value what the other said, 0 for not at all. What is
 * declared is always raised, of what is only read from the texts the surest two.
 */
export function newerFirst<Hit extends { readonly ranked: Ranked }>(
  hits: readonly Hit[],
  renews: (newer: Hit, older: Hit) => number,
): Hit[] {
  const compared = hits.slice(0, COMPARED);
  const raised = raiseSurest(compared, (newer, older) =>
    renews(newer, older) === DECLARED ? 0 : renews(newer, older),
  );
  return [...raiseDeclared(raised, renews), ...hits.slice(COMPARED)];
}

type Renews<Hit> = (newer: Hit, older: Hit) => number;

function raiseSurest<Hit extends { readonly ranked: Ranked }>(hits: readonly Hit[], renews: Renews<Hit>): Hit[] {
  let ordered = [...hits];
  let raised = 0;
  for (let rank = 0; rank < Math.min(RENEWED, hits.length) && raised < RAISED; rank += 1) {
    const older = ordered[rank]!;
    const fits = (newer: Hit) => newer.ranked.score >= FITS_SHARE * older.ranked.score;
    const strengths = ordered.map((newer, at) =>
      at > rank && fits(newer) ? renews(newer, older) - RANK_DISCOUNT * at : 0,
    );
    const most = Math.max(...strengths);
    if (most <= 0) continue;
    ordered = moved(ordered, strengths.indexOf(most), rank);
    raised += 1;
  }
  return ordered;
}

/** Chains too: what renews a renewal stands above both. */
function raiseDeclared<Hit extends { readonly ranked: Ranked }>(hits: readonly Hit[], renews: Renews<Hit>): Hit[] {
  let ordered = [...hits];
  // Each pass puts at least one hit into its place for good.
  for (let pass = 0; pass < hits.length; pass += 1) {
    const from = ordered.findIndex((newer, at) =>
      ordered.slice(0, at).some((older) => renews(newer, older) === DECLARED),
    );
    if (from < 0) break;
    ordered = moved(
      ordered,
      from,
      ordered.findIndex((older) => renews(ordered[from]!, older) === DECLARED),
    );
  }
  return ordered;
}

/** With as much `rankScore` as what it now stands above, so that this still orders the answer. */
function moved<Hit extends { readonly ranked: Ranked }>(hits: readonly Hit[], from: number, to: number): Hit[] {
  const hit = hits[from]!;
  const { rankScore } = hits[to]!.ranked;
  const part = partOf(RENEWAL, rankScore - hit.ranked.rankScore, 1);
  const raised = { ...hit, ranked: { ...hit.ranked, rankScore, parts: [...hit.ranked.parts, part] } };
  return [...hits.slice(0, to), raised, ...hits.slice(to, from), ...hits.slice(from + 1)];
}
