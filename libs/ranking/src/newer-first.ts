import { partOf, type Ranked } from './signals/candidate.ts';

/** How many of the first hits are compared with each other. */
export const COMPARED = 10;
/** Only these first ranks are renewed; an older value further down is hardly the answer. */
const RENEWED = 3;
/** How many hits are raised at most. More cost other answers more than they gain (docs/experiments.md). */
const RAISED = 2;
/** A newer hit whose `score` is below this share of the older one's is about something else. */
const FITS_SHARE = 0.65;
/** What is subtracted from the strength of a renewal for each rank that it stands deeper. */
const RANK_DISCOUNT = 0.02;

/** The name of the part that shows how much a hit was raised by. */
export const RENEWAL = 'renewal';

/** The strength of a declared renewal: one memory supersedes the other. */
export const DECLARED = Infinity;

/**
 * Moves a newer hit right above the hit that it renews, so that nobody reads the old value first. The order of all others stays,
 * and no hit rises for being new alone. `renews` returns how surely one hit states another value of what the other stated, 0 for
 * not at all. Declared renewals always move; of those that are only read from the texts, the two surest do.
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

/** Follows chains: a hit that renews a renewal stands above both. */
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

/** The moved hit takes the `rankScore` of the hit that it now stands above, so that `rankScore` still orders the answer. */
function moved<Hit extends { readonly ranked: Ranked }>(hits: readonly Hit[], from: number, to: number): Hit[] {
  const hit = hits[from]!;
  const { rankScore } = hits[to]!.ranked;
  const part = partOf(RENEWAL, rankScore - hit.ranked.rankScore, 1);
  const raised = { ...hit, ranked: { ...hit.ranked, rankScore, parts: [...hit.ranked.parts, part] } };
  return [...hits.slice(0, to), raised, ...hits.slice(to, from), ...hits.slice(from + 1)];
}
