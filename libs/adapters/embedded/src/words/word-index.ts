import { LRUCache } from 'lru-cache';
import type { Database } from '../sqlite/database.ts';
import { Documents } from './documents.ts';
import type { Postings } from './postings.ts';
import type { WordSpace } from './word-space.ts';

/** Maximum of what one connection keeps in memory. */
interface WordIndexBounds {
  readonly listsBytesMax: number;
  /** Number of documents of all spaces; about 140 bytes each. A larger space is kept alone. */
  readonly documentsMax: number;
}

const BOUNDS: WordIndexBounds = { listsBytesMax: 64 * 1024 * 1024, documentsMax: 4_000_000 };

/** Spaces and lists that one connection keeps in memory. Each use reads what was committed since the last use. */
export class WordIndex {
  private readonly lists: LRUCache<string, Postings>;
  /** Spaces by id, the least recently used first. */
  private readonly spaces = new Map<number, Documents>();
  private readonly documentsMax: number;
  private documentCount = 0;

  constructor({ listsBytesMax, documentsMax } = BOUNDS) {
    this.lists = new LRUCache({ maxSize: listsBytesMax, sizeCalculation: ({ bytes }) => bytes });
    this.documentsMax = documentsMax;
  }

  documentsOf(db: Database, space: WordSpace): Documents {
    const known = this.spaces.get(space.id);
    const before = sizeOf(known);
    const documents = known?.follow(db, space) ? known : this.read(db, space);
    this.spaces.delete(space.id);
    this.spaces.set(space.id, documents);
    this.documentCount += sizeOf(documents) - before;
    for (const id of this.spaces.keys()) {
      if (this.documentCount <= this.documentsMax || id === space.id) break;
      this.drop(id);
    }
    return documents;
  }

  private read(db: Database, space: WordSpace): Documents {
    // Lists of former rows must not be found again.
    this.dropLists(space.id);
    const gone = db.arrays(SELECT_GONE).all(JSON.stringify([...this.spaces.keys()])) as unknown as [number][];
    for (const [id] of gone) this.drop(id);
    const documents = new Documents(space, this.lists);
    documents.follow(db, space);
    return documents;
  }

  private drop(spaceId: number): void {
    this.documentCount -= sizeOf(this.spaces.get(spaceId));
    this.spaces.delete(spaceId);
    this.dropLists(spaceId);
  }

  private dropLists(spaceId: number): void {
    for (const name of [...this.lists.keys()]) if (name.startsWith(`${spaceId} `)) this.lists.delete(name);
  }
}

const SELECT_GONE = 'select value from json_each(?) where value not in (select id from word_space)';

/** Number of documents for which even an empty space takes memory. */
const SPACE_DOCUMENTS = 64;

const sizeOf = (documents: Documents | undefined): number => (documents ? SPACE_DOCUMENTS + documents.size : 0);

const indexes = new WeakMap<Database, WordIndex>();

/**
 * Returns what a connection keeps in memory. A connection that writes keeps nothing between calls, since its transaction may
 * be rolled back.
 */
export function wordIndexOf(db: Database): WordIndex {
  if (!db.isReadOnly && db.value<number>('select total_changes()') > 0) {
    indexes.delete(db);
    return new WordIndex();
  }
  const index = indexes.get(db) ?? new WordIndex();
  indexes.set(db, index);
  return index;
}
