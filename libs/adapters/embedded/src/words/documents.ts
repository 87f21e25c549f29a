import type { ItemId } from '@cairn/contracts';
import { enlarged } from '../generations/enlarged.ts';
import { fieldsFrom, filteredColumns, type ReaderFields } from '../generations/filtered-fields.ts';
import type { Database } from '../sqlite/database.ts';
import { ItemColumns } from '../generations/item-columns.ts';
import { TagSets } from '../generations/tag-sets.ts';
import { Names } from '../generations/names.ts';
import { ItemIds } from './item-ids.ts';
import { countsOf, termOf, tokensOf } from './listing.ts';
import { Postings, type PostingList } from './postings.ts';
import { frequenciesOf, listsOf, type WordSpace } from './word-space.ts';

/** Cache of the lists of terms, which all spaces of a connection share. It takes the size of lists when they are set. */
export interface PostingsCache {
  get(name: string): Postings | undefined;
  peek(name: string): Postings | undefined;
  set(name: string, postings: Postings): unknown;
  delete(name: string): unknown;
}

type DocumentRow = readonly [
  seq: number,
  id: ItemId,
  length: number,
  group: string | null,
  ...(string | number | null)[],
];

const FIELDS_START = 4;
const COLUMNS = ['seq', 'item_id', 'length', 'group_name', ...filteredColumns].map((name) => `d.${name}`).join(', ');
const NO_GROUP = -1;

/**
 * Documents of a space in memory, without their words: a search reads nothing else of them. Rows are in the order of
 * arrival. A document that was changed gets a new row. Rows of removed documents stay, but are on no list.
 */
export class Documents {
  readonly columns = new ItemColumns(new Names(), new TagSets(new Names()));
  readonly ids = new ItemIds();
  lengths = new Uint32Array(64);
  /** Numbers of groups, plus one. */
  groups = new Uint32Array(64);
  /** Number of rows whose document was removed. */
  removals = 0;
  private seqs = new Float64Array(64);
  private removed = new Uint8Array(64);
  private readonly groupNumbers = new Map<string, number>();
  private readonly spaceId: number;
  private readonly cache: PostingsCache;
  /** Revision of the space that was read last; a space without documents has revision 0. */
  private revision = -1;
  /** Number of the newest removal that was read. */
  private newestRemoval = 0;

  constructor({ id }: WordSpace, cache: PostingsCache) {
    this.spaceId = id;
    this.cache = cache;
  }

  get size(): number {
    return this.ids.size;
  }

  isThere(row: number): boolean {
    return this.removed[row] === 0;
  }

  /**
   * Reads what has changed since the last call. Returns false if records of removals since then were deleted, or if most
   * rows are of removed documents; then everything has to be read again.
   */
  follow(db: Database, { revision }: WordSpace): boolean {
    if (revision === this.revision) return true;
    const isFirst = this.revision < 0;
    const newestRemoval = db.value<number>(SELECT_NEWEST_REMOVAL, this.spaceId);
    const areDeleted = newestRemoval - this.newestRemoval > REMOVALS_KEPT;
    if (!isFirst && (areDeleted || this.removals > MOST_REMOVED + this.size / 2)) return false;
    if (!isFirst) this.readRemovals(db);
    this.readNew(db, isFirst);
    this.revision = revision;
    this.newestRemoval = newestRemoval;
    return true;
  }

  /** Returns the row of an item; -1 if the space has no document of it. */
  rowOf(id: ItemId): number {
    const row = this.ids.find(id);
    return row >= 0 && this.isThere(row) ? row : -1;
  }

  seqOf(row: number): number {
    return this.seqs[row] as number;
  }

  /** Returns the number that `groups` contains for a name; 0 if no document is of this group. */
  groupOf(name: string): number {
    return (this.groupNumbers.get(name) ?? NO_GROUP) + 1;
  }

  get groupCount(): number {
    return this.groupNumbers.size;
  }

  /** Returns the lists of an encoded term. */
  postingsOf(db: Database, term: string): Postings {
    const name = this.nameOf(term);
    const known = this.cache.get(name);
    const postings = known ?? this.readPostings(db, term);
    if (postings.removals !== this.removals) {
      postings.keepOnly(
        (row) => this.isThere(row),
        (row) => this.columns.isOpen(row),
      );
      postings.removals = this.removals;
    }
    if (!known) this.cache.set(name, postings);
    return postings;
  }

  /** Returns statistics of the documents that everyone may read, without those in channels that are closed to the scope. */
  openStatistics(space: WordSpace, scope: ReaderFields): Pick<WordSpace, 'documents' | 'length'> {
    const isClosed = this.columns.closedTest(scope);
    if (!isClosed) return space;
    let { documents, length } = space;
    for (let row = 0; row < this.size; row++) {
      if (!this.isThere(row) || !this.columns.isOpen(row) || !isClosed(row)) continue;
      documents--;
      length -= this.lengths[row] as number;
    }
    return { documents, length };
  }

  private readNew(db: Database, isFirst: boolean): void {
    const last = this.size === 0 ? 0 : (this.seqs[this.size - 1] as number);
    const statement = db.arrays(
      `select ${COLUMNS}${isFirst ? '' : ', d.listed'} from word_document d where d.space_id = ? and d.seq > ? order by d.seq`,
    );
    for (const row of statement.iterate(this.spaceId, last) as Iterable<unknown> as Iterable<DocumentRow>) {
      const at = this.add(row);
      if (!isFirst) this.appendTerms(at, row.at(-1) as string);
    }
  }

  private add(values: DocumentRow): number {
    const row = this.size;
    if (row === this.seqs.length) this.grow();
    const [seq, id, length, group] = values;
    this.ids.push(id);
    this.columns.add(fieldsFrom(values as readonly unknown[] as (string | number | null)[], FIELDS_START), NO_SLOTS);
    this.seqs[row] = seq;
    this.lengths[row] = length;
    this.groups[row] = group === null ? 0 : this.numberOfGroup(group) + 1;
    return row;
  }

  private numberOfGroup(name: string): number {
    const number = this.groupNumbers.get(name) ?? this.groupNumbers.size;
    this.groupNumbers.set(name, number);
    return number;
  }

  private appendTerms(row: number, listed: string): void {
    const isOpen = this.columns.isOpen(row);
    for (const token of listed.split(' ')) {
      const term = termOf(token);
      const postings = term === undefined ? undefined : this.cache.peek(this.nameOf(term));
      if (postings?.append(row, countsOf(token), isOpen)) this.measureAgain(this.nameOf(term as string), postings);
    }
  }

  /** Sets lists again, after deleting them: setting the lists that a cache has would keep their former size. */
  private measureAgain(name: string, postings: Postings): void {
    this.cache.delete(name);
    this.cache.set(name, postings);
  }

  private readRemovals(db: Database): void {
    const rows = db
      .arrays('select seq from word_gone where space_id = ? and revision > ?')
      .all(this.spaceId, this.newestRemoval) as unknown as [number][];
    for (const [seq] of rows) {
      const row = this.rowOfSeq(seq, 0);
      // A document that came and went since the last call has no row.
      if (this.seqs[row] !== seq || row >= this.size) continue;
      this.removed[row] = 1;
      this.removals++;
    }
  }

  private readPostings(db: Database, term: string): Postings {
    const lists = listsOf({ id: this.spaceId });
    const tokens = db
      .arrays(`select term from ${frequenciesOf({ id: this.spaceId })} where term >= ? and term < ?`)
      .all(...tokensOf(term)) as unknown as [string][];
    const read = tokens.map(([token]): PostingList => {
      const seqs = db.value<string | null>(
        `select group_concat(rowid) from ${lists} where ${lists} match ?`,
        `"${token}"`,
      );
      const rows = this.rowsOf(seqs ?? '');
      return { ...countsOf(token), rows, size: rows.length };
    });
    let openCount = 0;
    for (const { rows } of read) for (const row of rows) if (this.columns.isOpen(row)) openCount++;
    return new Postings(read, openCount, this.removals);
  }

  /**
   * Finds the rows of ascending sequence numbers, which are separated by commas. While a generation is dropped, lists name
   * documents that are gone.
   */
  private rowsOf(list: string): Uint32Array {
    const rows: number[] = [];
    let row = 0;
    for (let at = 0; at < list.length; at++) {
      let seq = 0;
      for (; at < list.length && list.charCodeAt(at) !== COMMA; at++) seq = seq * 10 + list.charCodeAt(at) - ZERO;
      row = this.rowOfSeq(seq, row);
      if (row < this.size && this.seqs[row] === seq) rows.push(row);
    }
    return Uint32Array.from(rows);
  }

  /** Returns the first row from `from` on whose sequence number is not below this one. */
  private rowOfSeq(seq: number, from: number): number {
    const { seqs } = this;
    let step = 1;
    let low = from;
    for (; low + step < this.size && (seqs[low + step] as number) < seq; step *= 2) low += step;
    let high = Math.min(this.size, low + step + 1);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((seqs[middle] as number) < seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private nameOf(term: string): string {
    return `${this.spaceId} ${term}`;
  }

  private grow(): void {
    const length = 2 * this.seqs.length;
    this.seqs = enlarged(this.seqs, length);
    this.lengths = enlarged(this.lengths, length);
    this.groups = enlarged(this.groups, length);
    this.removed = enlarged(this.removed, length);
  }
}

const NO_SLOTS = { first: 0, count: 0 };
const ZERO = '0'.charCodeAt(0);
const COMMA = ','.charCodeAt(0);

const SELECT_NEWEST_REMOVAL = 'select coalesce(max(revision), 0) from word_gone where space_id = ?';

/** Number of the newest removals of a space that are recorded. */
export const REMOVALS_KEPT = 4096;
/** Number of rows of removed documents that do not count as most. */
const MOST_REMOVED = 1024;
