import { LRUCache } from 'lru-cache';
import type { Database } from '../sqlite/database.ts';
import { Documents } from './documents.ts';
import type { Postings } from './postings.ts';
import type { WordSpace } from './word-space.ts';

/** Maximum number of bytes that the cached lists of one connection take. */
const LISTS_BYTES_MAX = 64 * 1024 * 1024;
/** Maximum number of documents of the spaces that one connection keeps in memory; about 90 bytes each. */
const DOCUMENTS_MAX = 4_000_000;

/** Spaces and lists that one connection keeps in memory. Each use reads what was committed since the last use. */
export class WordIndex {
  private readonly lists = new LRUCache<string, Postings>({
    maxSize: LISTS_BYTES_MAX,
    sizeCalculation: ({ bytes }) => bytes,
  });
  private readonly spaces = new LRUCache<number, Documents>({
    maxSize: DOCUMENTS_MAX,
    sizeCalculation: ({ size }) => size + 1,
  });

  documentsOf(db: Database, space: WordSpace): Documents {
    const known = this.spaces.get(space.id);
    if (known?.follow(db, space)) return known;
    // Lists of former rows must not be found again.
    for (const name of [...this.lists.keys()]) if (name.startsWith(`${space.id} `)) this.lists.delete(name);
    const documents = new Documents(space, this.lists);
    documents.follow(db, space);
    this.spaces.set(space.id, documents);
    return documents;
  }
}

const indexes = new WeakMap<Database, WordIndex>();

/**
 * Returns what a connection keeps in memory. A connection that writes keeps nothing between calls, since its transaction may
 * be rolled back.
 */
export function wordIndexOf(db: Database): WordIndex {
  const isWriting = db.value<number>('select total_changes()') > 0;
  const index = (isWriting ? undefined : indexes.get(db)) ?? new WordIndex();
  indexes.set(db, index);
  return index;
}
