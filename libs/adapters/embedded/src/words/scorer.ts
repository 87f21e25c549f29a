import { lengthNorm, saturateCount, type Bm25 } from '@cairn/ports';
import { GreatestNumbers } from '../generations/best.ts';
import type { OpenedQuery } from './opened-query.ts';
import { contains, type PostingList } from './postings.ts';

/** For each phrase of a query, the number of its occurrences in each row that contains it. */
export type Runs = readonly ReadonlyMap<number, number>[];

export interface Scored {
  readonly row: number;
  readonly score: number;
  /** A bit for each of the first terms that the document contains. */
  readonly marks: number;
}

/** Scores by row, and the rows that have one. The arrays are reused: a thread runs one search at a time and clears them. */
let scores = new Float64Array(1024);
let found = new Uint32Array(1024);
/** For each scored row, a bit for each of the first terms that its document contains. */
let marks = new Uint32Array(1024);
const MARKED_TERMS = 32;

/** Length up to which the norms of documents are computed once a search. */
const NORMS = 512;
const norms = new Float64Array(NORMS);
/** Gains of the documents of one list by length, for lists with more documents than lengths. */
const gains = new Float64Array(NORMS);

/** Adds up the scores of the documents on the lists of a query, in the order of its elements. */
export class Scorer {
  private readonly opened: OpenedQuery;
  private readonly bm25: Bm25;
  private count = 0;

  constructor(opened: OpenedQuery, bm25: Bm25) {
    this.opened = opened;
    this.bm25 = bm25;
    const { size } = opened.documents;
    if (scores.length < size) {
      scores = new Float64Array(2 * size);
      [found, marks] = [new Uint32Array(2 * size), new Uint32Array(2 * size)];
    }
    for (let length = 0; length < NORMS; length++) norms[length] = normOf(length, opened, bm25);
    for (const [index, { lists, weight }] of opened.elements.terms.entries())
      for (const { list, count } of lists) this.addList(list, { weight, count, bit: bitOf(index) });
  }

  addRuns(runs: Runs): void {
    const { documents, elements } = this.opened;
    for (const [index, { weight }] of elements.phrases.entries()) {
      for (const [row, count] of runs[index]!) {
        const norm = normOf(documents.lengths[row] as number, this.opened, this.bm25);
        this.add(row, weight * saturateCount(count, norm, this.bm25));
      }
    }
  }

  /** Returns the documents with the greatest scores of those that are wanted, with all that equal the least of them. */
  best(limit: number, isWanted: (row: number) => boolean): Scored[] {
    const greatest = new GreatestNumbers(Math.min(limit, this.count));
    const rows: number[] = [];
    for (let at = 0; at < this.count; at++) {
      const row = found[at] as number;
      const score = scores[row] as number;
      if (score < greatest.least || !isWanted(row)) continue;
      greatest.offer(score);
      rows.push(row);
    }
    return rows
      .filter((row) => (scores[row] as number) >= greatest.least)
      .map((row) => ({ row, score: scores[row] as number, marks: marks[row] as number }));
  }

  clear(): void {
    for (let at = 0; at < this.count; at++) {
      const row = found[at] as number;
      scores[row] = 0;
      marks[row] = 0;
    }
  }

  private addList({ rows, size }: PostingList, { weight, count, bit }: ListGain): void {
    const { bm25, opened } = this;
    const { lengths } = opened.documents;
    const [sums, held, first] = [scores, marks, found];
    const isTabled = size > NORMS;
    if (isTabled) for (let at = 0; at < NORMS; at++) gains[at] = weight * saturateCount(count, norms[at]!, bm25);
    let scored = this.count;
    for (let at = 0; at < size; at++) {
      const row = rows[at] as number;
      const length = lengths[row] as number;
      const before = sums[row] as number;
      if (before === 0) first[scored++] = row;
      held[row] = (held[row] as number) | bit;
      const gain =
        isTabled && length < NORMS
          ? (gains[length] as number)
          : weight * saturateCount(count, normOf(length, opened, bm25), bm25);
      sums[row] = before + gain;
    }
    this.count = scored;
  }

  private add(row: number, gain: number): void {
    const before = scores[row] as number;
    if (before === 0) found[this.count++] = row;
    scores[row] = before + gain;
  }
}

/** Gain of the documents of a list. */
interface ListGain {
  readonly weight: number;
  readonly count: number;
  /** The bit of the term in `marks`; 0 if it has none. */
  readonly bit: number;
}

const bitOf = (index: number): number => (index < MARKED_TERMS ? 1 << index : 0);

const normOf = (length: number, { elements }: OpenedQuery, bm25: Bm25): number =>
  lengthNorm(length, elements.averageLength, bm25);

/** Scores one document as a search does. */
export function scoreRow(row: number, opened: OpenedQuery, runs: Runs, bm25: Bm25): Scored {
  const { documents, elements } = opened;
  const norm = normOf(documents.lengths[row] as number, opened, bm25);
  let [score, held] = [0, 0];
  for (const [index, { lists, weight }] of elements.terms.entries()) {
    for (const { list, count } of lists) {
      if (!contains(list, row)) continue;
      score += weight * saturateCount(count, norm, bm25);
      held |= bitOf(index);
      break;
    }
  }
  for (const [index, { weight }] of elements.phrases.entries())
    score += weight * saturateCount(runs[index]!.get(row) ?? 0, norm, bm25);
  return { row, score, marks: held };
}

/** Whether a scored document contains a term of the query. */
export const holds = ({ row, marks: held }: Scored, index: number, { elements }: OpenedQuery): boolean =>
  index < MARKED_TERMS
    ? (held & bitOf(index)) !== 0
    : elements.terms[index]!.lists.some(({ list }) => contains(list, row));
