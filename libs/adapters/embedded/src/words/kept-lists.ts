import type { Database } from '../sqlite/database.ts';
import type { Postings } from './candidates.ts';

/** Memory for the postings of one connection. */
const BYTES = 32 * 1024 * 1024;
/** Terms whose frequencies one connection keeps. */
const TERMS = 20_000;

/** How many documents are on each list of a term. */
export type TermFrequencies = ReadonlyMap<string, number>;

/**
 * What a connection has read of the lists, for as long as no commit of another connection changes the file. A connection
 * that writes keeps nothing from one call to the next, since what it reads in a transaction may be rolled back.
 */
export class KeptLists {
  private readonly frequencies = new Map<string, TermFrequencies>();
  private readonly postings = new Map<string, Postings>();
  private version = -1;
  private bytes = 0;

  /** The frequencies of a term in a table; read if they are not known. */
  frequenciesOf(table: string, term: string, read: () => TermFrequencies): TermFrequencies {
    const name = `${table} ${term}`;
    const known = this.frequencies.get(name) ?? read();
    this.frequencies.set(name, known);
    if (this.frequencies.size > TERMS) this.frequencies.delete(oldest(this.frequencies));
    return known;
  }

  /** The documents that an expression lists in a table; read if they are not known. The least recently used go first. */
  postingsOf(table: string, expression: string, read: () => Postings): Postings {
    const name = `${table} ${expression}`;
    const known = this.postings.get(name);
    if (known) this.postings.delete(name);
    const postings = known ?? read();
    this.postings.set(name, postings);
    if (!known) this.grow(postings.byteLength);
    return postings;
  }

  /** Forgets all of it if the file has changed. */
  keepIfCurrent(db: Database): void {
    const version = db.value<number>('pragma data_version');
    const hasWritten = db.value<number>('select total_changes()') > 0;
    if (version !== this.version || hasWritten) this.clear();
    this.version = version;
  }

  private grow(bytes: number): void {
    this.bytes += bytes;
    while (this.bytes > BYTES) {
      const name = oldest(this.postings);
      this.bytes -= this.postings.get(name)?.byteLength ?? 0;
      this.postings.delete(name);
    }
  }

  private clear(): void {
    this.frequencies.clear();
    this.postings.clear();
    this.bytes = 0;
  }
}

const oldest = (map: ReadonlyMap<string, unknown>): string => map.keys().next().value as string;

const keptBy = new WeakMap<Database, KeptLists>();

/** What this connection keeps and may still believe. To be asked for once in each call, within its transaction. */
export function keptLists(db: Database): KeptLists {
  const kept = keptBy.get(db) ?? new KeptLists();
  keptBy.set(db, kept);
  kept.keepIfCurrent(db);
  return kept;
}
