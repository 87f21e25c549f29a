import type { Bm25, WordQuery } from './search.ts';

/** BM25 scoring, shared by all indexes, so that equal words get equal scores on each. */

/** The weight of a term found in the identifier parts of a document, relative to one in its text. */
export const PART_WEIGHT = 0.5;

/**
 * The scored elements of a query, without duplicates. A term counts its occurrences in the text, and at half weight those in
 * identifier parts. A part that is not also a term is searched in identifier parts only, at half weight. A phrase of several terms
 * is one further term: as in Lucene, its idf is the sum of theirs, and its count the number of its occurrences.
 */
export function scoredOf({ terms, parts, phrases }: WordQuery): Pick<WordQuery, 'terms' | 'parts' | 'phrases'> {
  return {
    terms: [...new Set(terms)],
    parts: [...new Set(parts)].filter((part) => !terms.includes(part)),
    phrases: phrases.filter((phrase) => phrase.length > 1),
  };
}

/** The idf of a term that `frequency` of `documents` hold. Never negative, and greatest for a term that no document holds. */
export const inverseFrequency = (documents: number, frequency: number): number =>
  Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5));

/** The average length of an empty index: about that of a message. */
const USUAL_LENGTH = 24;

/** The average number of terms of a document. */
export const averageLengthOf = (documents: number, length: number): number =>
  documents === 0 ? USUAL_LENGTH : Math.max(1, length) / documents;

/** The length norm: a long text needs a higher count. */
export const norm = (length: number, averageLength: number, { k1, b }: Bm25): number =>
  k1 * (1 - b + (b * length) / averageLength);

/** The BM25 factor of a term's count: 0 for none, approaching k1 + 1. */
export function saturation(count: number, norm: number, { k1 }: Bm25): number {
  if (count === 0) return 0;
  return count === Infinity ? k1 + 1 : ((k1 + 1) * count) / (count + norm);
}
