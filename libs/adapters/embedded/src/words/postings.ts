import type { Counts } from './listing.ts';
import { enlarged } from '../generations/enlarged.ts';

/** Documents that contain a term equally often, as rows of `Documents`, ascending. */
export interface PostingList extends Counts {
  rows: Uint32Array;
  /** Number of rows in use. */
  size: number;
}

/** All lists of a term in one space. A document is on at most one of them. */
export class Postings {
  readonly lists: PostingList[];
  /** Number of documents that everyone in the organisation may read, but for closed channels. */
  openCount: number;
  /** Number of removals of the space that the lists know. */
  removals: number;

  constructor(lists: PostingList[], openCount: number, removals: number) {
    this.lists = lists;
    this.openCount = openCount;
    this.removals = removals;
  }

  get bytes(): number {
    return this.lists.reduce((sum, { rows }) => sum + rows.byteLength, LISTS_BYTES);
  }

  /** Adds a document that came after all others. Returns whether the lists take more bytes now. */
  append(row: number, { inTerms, inParts }: Counts, isOpen: boolean): boolean {
    let list = this.lists.find((each) => each.inTerms === inTerms && each.inParts === inParts);
    if (!list) this.lists.push((list = { inTerms, inParts, rows: new Uint32Array(0), size: 0 }));
    const isFull = list.size === list.rows.length;
    if (isFull) list.rows = enlarged(list.rows, Math.max(4, 2 * list.size));
    list.rows[list.size++] = row;
    if (isOpen) this.openCount++;
    return isFull;
  }

  /** Keeps only documents that are still there. */
  keepOnly(isThere: (row: number) => boolean, isOpen: (row: number) => boolean): void {
    this.openCount = 0;
    for (const list of this.lists) {
      let kept = 0;
      for (let at = 0; at < list.size; at++) {
        const row = list.rows[at] as number;
        if (!isThere(row)) continue;
        list.rows[kept++] = row;
        if (isOpen(row)) this.openCount++;
      }
      list.size = kept;
    }
  }
}

/** Rough size of the objects around the rows. */
const LISTS_BYTES = 400;

/** Yields the rows of all lists of a term. */
export function* rowsOf({ lists }: { readonly lists: readonly PostingList[] }): Generator<number> {
  for (const { rows, size } of lists) for (let at = 0; at < size; at++) yield rows[at] as number;
}

/** Returns the number of documents on the lists of a term. */
export const sizeOf = (lists: readonly PostingList[]): number => lists.reduce((sum, { size }) => sum + size, 0);

/** Whether an ascending list contains a row. */
export function contains({ rows, size }: PostingList, row: number): boolean {
  let [low, high] = [0, size];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle] as number) < row) low = middle + 1;
    else high = middle;
  }
  return low < size && rows[low] === row;
}
