import type { ItemId, ItemKind } from '@cairn/contracts';
import { lengthNorm, type Bm25 } from '@cairn/ports';
import { weightOf } from './query-elements.ts';
import { luceneIdf, boostRatioInParts, type BoostedClause, type Candidate, type Clause } from './candidates.ts';
import { indexedBm25 } from './index-body.ts';
import type { LuceneStatistics, Statistics } from './statistics.ts';

/**
 * For a clause, returns the maximum that it can add to a true score (`weight`), and the ratio of this maximum to
 * Lucene's score of the clause (`rate`).
 */
export type Rates = (clause: BoostedClause) => { readonly weight: number; readonly rate: number };

/** Relative rounding error of Lucene's scores, which are sums of 32-bit floats. */
export const FLOAT_ROUNDING = 1e-5;

/**
 * Returns the lowest score in Lucene that a document with the true score `wanted` (without the factor k1 + 1) can have.
 * Such a document matches the clauses that Lucene undervalues most. A document with a lower score in Lucene cannot
 * reach `wanted`. Infinite if no document can reach `wanted`.
 */
export function lowestLuceneScoreFor(wanted: number, clauses: readonly BoostedClause[], rates: Rates): number {
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
 * Tells whether no document after the last document of a page can be better than the worst of the best documents. Equal
 * scores are ordered by id, in Lucene too.
 */
export function isPageSufficient(lastFound: Candidate, last: { readonly id: ItemId }, least: number): boolean {
  if (lastFound.found * (1 + FLOAT_ROUNDING) < least) return true;
  return lastFound.found * (1 - FLOAT_ROUNDING) <= least && last.id <= lastFound.id;
}

/**
 * Returns the rates of clauses. Lucene rounds lengths down, which only raises its scores, so the lengths of documents are not
 * needed.
 */
export function ratesOf(kind: ItemKind, bm25: Bm25, statistics: Statistics, believed: LuceneStatistics): Rates {
  const excess = excessOf(kind, bm25, statistics, believed);
  return (clause) => {
    const weight = weightOf(clause.asked, statistics);
    const idf = luceneIdf(clause, believed);
    return { weight, rate: idf > 0 ? (weight * excess(clause)) / (clause.boost * idf) : 0 };
  };
}

/**
 * Maximum ratio of a true saturation to Lucene's saturation. The ratio is greatest for documents in which the token
 * occurs once.
 */
function excessOf(kind: ItemKind, bm25: Bm25, { averageLength, longest }: Statistics, believed: LuceneStatistics) {
  const trueNorms = [0, longest].map((length) => lengthNorm(length, averageLength, bm25));
  const luceneNorms = [0, longest].map((length) => lengthNorm(length, believed.terms.averageLength, indexedBm25[kind]));
  const inTerms = Math.max(...trueNorms.map((trueNorm, at) => (1 + luceneNorms[at]!) / (1 + trueNorm)));
  const [shortest = 0] = trueNorms;
  return ({ asked, field }: Clause): number =>
    Math.max(1, field === 'terms' ? inTerms : boostRatioInParts(asked, kind, shortest));
}
