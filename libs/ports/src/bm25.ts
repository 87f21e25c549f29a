import { limits } from '@cairn/contracts';
import type { Bm25, WordQuery } from './search.ts';

// All indexes share this BM25 scoring, so that a document gets the same score from each of them.

/** The weight of a term that occurs in the identifier parts of a document, relative to one in its text. */
export const PART_WEIGHT = 0.5;

/**
 * Removes duplicates from the elements of a query that are scored. A term counts its occurrences in the text, and those in
 * identifier parts at half weight. A part that is not also a term is searched in identifier parts only, at half weight. A
 * phrase of several terms counts as one further term: as in Lucene, its idf is the sum of the terms' idf, and its count is
 * the number of occurrences of the phrase. Phrases beyond `limits.queryPhrases` are left out, since an index may have to read
 * the text of each document with their words.
 */
export function scoredElementsOf({ terms, parts, phrases }: WordQuery): Pick<WordQuery, 'terms' | 'parts' | 'phrases'> {
  return {
    terms: [...new Set(terms)],
    parts: [...new Set(parts)].filter((part) => !terms.includes(part)),
    phrases: distinctPhrases(phrases.filter((phrase) => phrase.length > 1)).slice(0, limits.queryPhrases.max),
  };
}

const distinctPhrases = (phrases: WordQuery['phrases']): WordQuery['phrases'] => [
  ...new Map(phrases.map((phrase) => [JSON.stringify(phrase), phrase])).values(),
];

/**
 * The idf of a term that occurs in `frequency` of `documents`: ln(1 + (documents - frequency + 0.5) / (frequency + 0.5)).
 * Never negative; greatest for a term that no document contains.
 */
export const inverseFrequency = (documents: number, frequency: number): number =>
  Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5));

/** The average length, in terms, that an empty index assumes: about that of a message. */
const USUAL_LENGTH = 24;

/** The average number of terms of a document. */
export const averageLengthOf = (documents: number, length: number): number =>
  documents === 0 ? USUAL_LENGTH : Math.max(1, length) / documents;

/** The length norm, k1 * (1 - b + b * length / average): a longer text needs a higher count for the same score. */
export const lengthNorm = (length: number, averageLength: number, { k1, b }: Bm25): number =>
  k1 * (1 - b + (b * length) / averageLength);

/** The BM25 factor for a term's count: 0 for a count of 0, approaching k1 + 1. */
export function saturateCount(count: number, norm: number, { k1 }: Bm25): number {
  if (count === 0) return 0;
  return count === Infinity ? k1 + 1 : ((k1 + 1) * count) / (count + norm);
}
