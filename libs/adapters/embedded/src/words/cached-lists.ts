import type { Database } from '../sqlite/database.ts';
import { bytesOf, type Postings } from './candidates.ts';
import type { Counts } from './listing.ts';
import type { WordSpace } from './word-space.ts';

/** Maximum number of bytes that the cached postings of one connection take. */
const CACHED_BYTES_MAX = 32 * 1024 * 1024;
/** Maximum number of terms whose frequencies one connection caches. */
const CACHED_TERMS_MAX = 20_000;

/** Lists of a term. For each list: the number of its documents, and how often these documents contain the term. */
export type TermFrequencies = readonly (Counts & { readonly token: string; readonly frequency: number })[];

/**
 * Cache of the lists of one connection, by the space and the space's revision. Entries of older revisions are no longer
 * requested and expire. A connection that writes caches nothing between calls, since its transaction may be rolled
 * back.
 */
export class CachedLists {
  private readonly frequencies = new Map<string, TermFrequencies>();
  private readonly numbers = new Map<string, number>();
  private readonly postings = new Map<string, Postings>();
  private bytes = 0;

  /** Returns the frequencies of a term in a space; `read` is called when they are not cached. */
  frequenciesOf(space: WordSpace, term: string, read: () => TermFrequencies): TermFrequencies {
    const name = nameIn(space, term);
    const known = this.frequencies.get(name) ?? read();
    this.frequencies.set(name, known);
    if (this.frequencies.size > CACHED_TERMS_MAX) this.frequencies.delete(findOldestKey(this.frequencies));
    return known;
  }

  /** Returns a number about a space, such as how many documents an expression lists; `read` is called when it is not cached. */
  numberOf(space: WordSpace, what: string, read: () => number): number {
    const name = nameIn(space, what);
    const known = this.numbers.get(name) ?? read();
    this.numbers.set(name, known);
    if (this.numbers.size > CACHED_TERMS_MAX) this.numbers.delete(findOldestKey(this.numbers));
    return known;
  }

  /**
   * Returns the documents that an expression lists in a space; `read` is called when they are not cached. The least recently
   * used lists are dropped first.
   */
  postingsOf(space: WordSpace, expression: string, read: () => Postings): Postings {
    const name = nameIn(space, expression);
    const known = this.postings.get(name);
    if (known) this.postings.delete(name);
    const postings = known ?? read();
    this.postings.set(name, postings);
    if (!known) this.grow(bytesOf(postings));
    return postings;
  }

  clear(): void {
    this.frequencies.clear();
    this.numbers.clear();
    this.postings.clear();
    this.bytes = 0;
  }

  private grow(bytes: number): void {
    this.bytes += bytes;
    while (this.bytes > CACHED_BYTES_MAX) {
      const name = findOldestKey(this.postings);
      this.bytes -= bytesOf(this.postings.get(name) as Postings);
      this.postings.delete(name);
    }
  }
}

const nameIn = ({ id, revision }: WordSpace, what: string): string => `${id}@${revision} ${what}`;

const findOldestKey = (map: ReadonlyMap<string, unknown>): string => map.keys().next().value as string;

const cachedListsByDatabase = new WeakMap<Database, CachedLists>();

/**
 * Returns the cache of this connection, cleared if it may be outdated. Call this once in each command, within its transaction.
 */
export function cachedLists(db: Database): CachedLists {
  const kept = cachedListsByDatabase.get(db) ?? new CachedLists();
  cachedListsByDatabase.set(db, kept);
  if (db.value<number>('select total_changes()') > 0) kept.clear();
  return kept;
}
