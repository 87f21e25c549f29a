import type { Database } from '../sqlite/database.ts';
import { bytesOf, type Postings } from './candidates.ts';
import type { Counts } from './listing.ts';
import type { WordSpace } from './word-space.ts';

/** Memory for the postings of one connection. */
const BYTES = 32 * 1024 * 1024;
/** Terms whose frequencies one connection keeps. */
const TERMS = 20_000;

/** The lists of a term, with how many documents are on each and how often they hold it. */
export type TermFrequencies = readonly (Counts & { readonly token: string; readonly frequency: number })[];

/**
 * What a connection has read of the lists, by the space and its revision: what older revisions had is asked for no more,
 * and goes in its turn. A connection that writes keeps nothing from one call to the next, since what it reads in a
 * transaction may be rolled back.
 */
export class KeptLists {
  private readonly frequencies = new Map<string, TermFrequencies>();
  private readonly numbers = new Map<string, number>();
  private readonly postings = new Map<string, Postings>();
  private bytes = 0;

  /** The frequencies of a term in a space; read if they are not known. */
  frequenciesOf(space: WordSpace, term: string, read: () => TermFrequencies): TermFrequencies {
    const name = nameIn(space, term);
    const known = this.frequencies.get(name) ?? read();
    this.frequencies.set(name, known);
    if (this.frequencies.size > TERMS) this.frequencies.delete(oldest(this.frequencies));
    return known;
  }

  /** A number of a space, such as how many documents an expression lists; read if it is not known. */
  numberOf(space: WordSpace, what: string, read: () => number): number {
    const name = nameIn(space, what);
    const known = this.numbers.get(name) ?? read();
    this.numbers.set(name, known);
    if (this.numbers.size > TERMS) this.numbers.delete(oldest(this.numbers));
    return known;
  }

  /** The documents that an expression lists in a space; read if they are not known. The least recently used go first. */
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
    while (this.bytes > BYTES) {
      const name = oldest(this.postings);
      this.bytes -= bytesOf(this.postings.get(name) as Postings);
      this.postings.delete(name);
    }
  }
}

const nameIn = ({ id, revision }: WordSpace, what: string): string => `${id}@${revision} ${what}`;

const oldest = (map: ReadonlyMap<string, unknown>): string => map.keys().next().value as string;

const keptBy = new WeakMap<Database, KeptLists>();

/** What this connection keeps and may still believe. To be asked for once in each call, within its transaction. */
export function keptLists(db: Database): KeptLists {
  const kept = keptBy.get(db) ?? new KeptLists();
  keptBy.set(db, kept);
  if (db.value<number>('select total_changes()') > 0) kept.clear();
  return kept;
}
