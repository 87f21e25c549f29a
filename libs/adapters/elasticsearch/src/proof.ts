import type { ItemId, ItemKind } from '@cairn/contracts';
import { norm, type Bm25 } from '@cairn/ports';
import { weightOf } from './query-elements.ts';
import { believedIdf, excessInParts, type BoostedClause, type Candidate, type Clause } from './candidates.ts';
import { indexedBm25 } from './index-body.ts';
import type { Believed, Statistics } from './statistics.ts';

/** The most that a clause can add to a true score, and the ratio of that to Lucene's score of the clause. */
export type Rates = (clause: BoostedClause) => { readonly weight: number; readonly rate: number };

/** The relative rounding error of Lucene's scores, which are sums of floats. */
export const FLOAT_ROUNDING = 1e-5;

/**
 * The least score of Lucene for a document whose true score, without the factor k1 + 1, is `wanted`, reached by the clauses that Lucene
 * undervalues most. A document with less cannot reach `wanted`; infinite if no document can.
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
 * Whether documents below the last of a page cannot be better than the last of the best. For equal scores ids decide, by which Lucene
 * orders too.
 */
export function isBeyond(lastFound: Candidate, last: { readonly id: ItemId }, least: number): boolean {
  if (lastFound.found * (1 + FLOAT_ROUNDING) < least) return true;
  return lastFound.found * (1 - FLOAT_ROUNDING) <= least && last.id <= lastFound.id;
}

/** The rates of clauses. Lucene shortens lengths, which only raises its score, so the lengths of documents are not needed. */
export function ratesOf(kind: ItemKind, bm25: Bm25, statistics: Statistics, believed: Believed): Rates {
  const excess = excessOf(kind, bm25, statistics, believed);
  return (clause) => {
    const weight = weightOf(clause.asked, statistics);
    const idf = believedIdf(clause, believed);
    return { weight, rate: idf > 0 ? (weight * excess(clause)) / (clause.boost * idf) : 0 };
  };
}

/** The greatest ratio of a true saturation to Lucene's, reached by documents with a single occurrence of the token. */
function excessOf(kind: ItemKind, bm25: Bm25, { averageLength, longest }: Statistics, believed: Believed) {
  const trueNorms = [0, longest].map((length) => norm(length, averageLength, bm25));
  const luceneNorms = [0, longest].map((length) => norm(length, believed.terms.averageLength, indexedBm25[kind]));
  const inTerms = Math.max(...trueNorms.map((trueNorm, at) => (1 + luceneNorms[at]!) / (1 + trueNorm)));
  const [shortest = 0] = trueNorms;
  return ({ asked, field }: Clause): number =>
    Math.max(1, field === 'terms' ? inTerms : excessInParts(asked, kind, shortest));
}
