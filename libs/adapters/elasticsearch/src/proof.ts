import type { ItemId, ItemKind } from '@cairn/contracts';
import { norm, type Bm25 } from '@cairn/ports';
import { weightOf } from './asked.ts';
import { believedIdf, excessInParts, type BoostedClause, type Candidate, type Clause } from './candidates.ts';
import { indexedBm25 } from './index-body.ts';
import type { Believed, Statistics } from './statistics.ts';

/** For a clause: the most that it can add to a true score, and how much of that for each point that Lucene finds by it. */
export type Rates = (clause: BoostedClause) => { readonly weight: number; readonly rate: number };

/** Lucene's scores are sums of floats. */
export const FLOAT_ROUNDING = 1e-5;

/**
 * The least that Lucene can find in a document whose true score, without the factor k1 + 1, is `wanted`: from the clauses
 * that it undervalues most. Nothing that it finds less in can score as high; infinite if nothing can at all.
 */
export function leastFoundFor(wanted: number, clauses: readonly BoostedClause[], rates: Rates): number {
  const known = clauses.map(rates).filter(({ rate }) => rate > 0);
  known.sort((a, b) => b.rate - a.rate);
  let missing = wanted;
  let least = 0;
  for (const { weight, rate } of known) {
    const gained = Math.min(missing, weight);
    least += gained / rate;
    missing -= gained;
  }
  return missing > wanted * FLOAT_ROUNDING ? Infinity : least;
}

/**
 * Whether what Lucene finds less in than in the last of a page cannot be better than the last of the best. Where both are
 * equal, ids decide: Lucene's order goes on by id too.
 */
export function isBeyond(lastFound: Candidate, last: { readonly id: ItemId }, least: number): boolean {
  if (lastFound.found * (1 + FLOAT_ROUNDING) < least) return true;
  return lastFound.found * (1 - FLOAT_ROUNDING) <= least && last.id <= lastFound.id;
}

/** Lucene shortens lengths, which only raises its score, so a document's own length needs no look. */
export function ratesOf(kind: ItemKind, bm25: Bm25, statistics: Statistics, believed: Believed): Rates {
  const excess = excessOf(kind, bm25, statistics, believed);
  return (clause) => {
    const weight = weightOf(clause.asked, statistics);
    const idf = believedIdf(clause, believed);
    return { weight, rate: idf > 0 ? (weight * excess(clause)) / (clause.boost * idf) : 0 };
  };
}

/** By how much a true saturation can exceed Lucene's, which is greatest where the token stands once, or none. */
function excessOf(kind: ItemKind, bm25: Bm25, { averageLength, longest }: Statistics, believed: Believed) {
  const trueNorms = [0, longest].map((length) => norm(length, averageLength, bm25));
  const luceneNorms = [0, longest].map((length) => norm(length, believed.terms.averageLength, indexedBm25[kind]));
  const inTerms = Math.max(...trueNorms.map((trueNorm, at) => (1 + luceneNorms[at]!) / (1 + trueNorm)));
  const [shortest = 0] = trueNorms;
  return ({ asked, field }: Clause): number =>
    Math.max(1, field === 'terms' ? inTerms : excessInParts(asked, kind, shortest));
}
