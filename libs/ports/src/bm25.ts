import type { Bm25, WordQuery } from './search.ts';

/** The arithmetic of a word score: every index scores with it, so that the same words give the same share on each. */

/** What a term that stands only in the parts of a document counts, against one in its text. */
export const PART_WEIGHT = 0.5;

/**
 * What of a query is scored, each once. A term counts its stands in the text, and those in the parts of identifiers at half
 * weight. A part that is no term is looked for among the parts alone, and weighs half. A phrase of several terms is one
 * more term: its idf is the sum of theirs, as in Lucene, and its count the number of its runs.
 */
export function scoredOf({ terms, parts, phrases }: WordQuery): Pick<WordQuery, 'terms' | 'parts' | 'phrases'> {
  return {
    terms: [...new Set(terms)],
    parts: [...new Set(parts)].filter((part) => !terms.includes(part)),
    phrases: phrases.filter((phrase) => phrase.length > 1),
  };
}

/** How much a term says that `frequency` of `documents` hold. Never negative, and greatest for a term that nothing holds. */
export const inverseFrequency = (documents: number, frequency: number): number =>
  Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5));

/** What stands for the average where nothing is there to average: about what a message has. */
const USUAL_LENGTH = 24;

/** Terms of a document on the average. */
export const averageLengthOf = (documents: number, length: number): number =>
  documents === 0 ? USUAL_LENGTH : Math.max(1, length) / documents;

/** What a count is set against: more of it is needed in a long text. */
export const norm = (length: number, averageLength: number, { k1, b }: Bm25): number =>
  k1 * (1 - b + (b * length) / averageLength);

/** BM25's part for how often a term stands in a document: 0 for not at all, k1 + 1 for infinitely often. */
export function saturation(count: number, norm: number, { k1 }: Bm25): number {
  if (count === 0) return 0;
  return count === Infinity ? k1 + 1 : ((k1 + 1) * count) / (count + norm);
}
