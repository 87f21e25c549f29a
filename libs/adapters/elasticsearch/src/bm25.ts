import type { Bm25 } from '@cairn/ports';

/** What a term that stands only in the parts of a document counts, against one in its text. */
export const PART_WEIGHT = 0.5;

/** How much a term says that `frequency` of `documents` hold. Never negative, and greatest for a term that nothing holds. */
export const inverseFrequency = (documents: number, frequency: number): number =>
  Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5));

/** What a count is set against: more of it is needed in a long text. */
export const norm = (length: number, averageLength: number, { k1, b }: Bm25): number =>
  k1 * (1 - b + (b * length) / averageLength);

/** BM25's part for how often a term stands in a document: 0 for not at all, near k1 + 1 for very often. */
export const saturation = (count: number, norm: number, { k1 }: Bm25): number =>
  count === 0 ? 0 : ((k1 + 1) * count) / (count + norm);
