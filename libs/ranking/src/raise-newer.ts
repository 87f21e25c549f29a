import { partOf, type Ranked } from './signals/candidate.ts';

/** Number of first hits among which newer and older values are compared. */
export const RENEWAL_HITS = 10;
/**
 * Only hits at the first ranks, up to this one, can be renewed. An older value at a lower rank is hardly the answer.
 */
const RENEWABLE_RANKS = 3;
/**
 * Maximum number of hits that are raised. Raising more hits makes other answers worse by more than it helps
 * (docs/inside/experiments.md).
 */
const RAISES_MAX = 2;
/**
 * The score of the newer hit must be at least this fraction of the older hit's score. A lower score means that the
 * newer hit is about something else.
 */
const SCORE_RATIO_MIN = 0.65;
/** The strength of a renewal is reduced by this for each rank by which the newer hit is below the first. */
const RANK_DISCOUNT = 0.02;

/** Name of the score part that records by how much a hit was raised. */
export const RENEWAL_SIGNAL = 'renewal';

/** How hits renew each other. */
export interface Renewals<Hit> {
  /** Whether it is declared that the newer hit stands above the older one, as of a memory that supersedes another. */
  isDeclared(newer: Hit, older: Hit): boolean;
  /** How surely the text of the newer hit gives a new value for the same thing as the older hit; 0 if it does not. */
  certaintyOf(newer: Hit, older: Hit): number;
}

/**
 * Moves a newer hit right above the hit that it renews, so that nobody reads the old value first. All other hits keep
 * their order, and no hit rises only because it is newer. Declared renewals always move a hit. Of the renewals inferred
 * from texts, only the two surest do.
 */
export function raiseNewer<Hit extends { readonly ranked: Ranked }>(
  hits: readonly Hit[],
  renewals: Renewals<Hit>,
): Hit[] {
  const raised = raiseSurest(hits.slice(0, RENEWAL_HITS), renewals);
  return [...raiseDeclared(raised, renewals), ...hits.slice(RENEWAL_HITS)];
}

function raiseSurest<Hit extends { readonly ranked: Ranked }>(hits: readonly Hit[], renewals: Renewals<Hit>): Hit[] {
  let ordered = [...hits];
  let raised = 0;
  for (let rank = 0; rank < Math.min(RENEWABLE_RANKS, hits.length) && raised < RAISES_MAX; rank += 1) {
    const older = ordered[rank]!;
    const fits = (newer: Hit) => newer.ranked.score >= SCORE_RATIO_MIN * older.ranked.score;
    const strengths = ordered.map((newer, at) =>
      at > rank && fits(newer) && !renewals.isDeclared(newer, older)
        ? renewals.certaintyOf(newer, older) - RANK_DISCOUNT * at
        : 0,
    );
    const most = Math.max(...strengths);
    if (most <= 0) continue;
    ordered = moveHit(ordered, strengths.indexOf(most), rank);
    raised += 1;
  }
  return ordered;
}

/** Follows chains: if A renews B and B renews C, A is placed above both. */
function raiseDeclared<Hit extends { readonly ranked: Ranked }>(hits: readonly Hit[], renewals: Renewals<Hit>): Hit[] {
  let ordered = [...hits];
  // Each pass puts at least one hit into its final position.
  for (let pass = 0; pass < hits.length; pass += 1) {
    const from = ordered.findIndex((newer, at) =>
      ordered.slice(0, at).some((older) => renewals.isDeclared(newer, older)),
    );
    if (from < 0) break;
    ordered = moveHit(
      ordered,
      from,
      ordered.findIndex((older) => renewals.isDeclared(ordered[from]!, older)),
    );
  }
  return ordered;
}

/** Gives the moved hit the `rankScore` of the hit below it, so that `rankScore` still orders the answer. */
function moveHit<Hit extends { readonly ranked: Ranked }>(hits: readonly Hit[], from: number, to: number): Hit[] {
  const hit = hits[from]!;
  const { rankScore } = hits[to]!.ranked;
  const part = partOf(RENEWAL_SIGNAL, rankScore - hit.ranked.rankScore, 1);
  const raised = { ...hit, ranked: { ...hit.ranked, rankScore, parts: [...hit.ranked.parts, part] } };
  return [...hits.slice(0, to), raised, ...hits.slice(to, from), ...hits.slice(from + 1)];
}
