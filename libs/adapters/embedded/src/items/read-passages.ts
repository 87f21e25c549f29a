import type { ItemId } from '@cairn/contracts';
import { passageOf, type Passage } from '@cairn/store';
import { LRUCache } from 'lru-cache';
import { enlarged } from '../generations/enlarged.ts';
import type { Database } from '../sqlite/database.ts';

const SELECT_FIRST = 'select first_seq from item_embedding where item_seq = ? and model_id = ?';
/** Compares the number of the chunk, since an index may name a chunk that the text no longer has. */
const SELECT_PASSAGE = 'select "from", "to", token_dims, tokens from passage where seq = ? and chunk = ?';
type PassageValues = [from: number, to: number, dims: number | null, tokens: Uint8Array | null];
const NOT_READ = 0;
const NONE = -1;

/** Bytes of passages that a connection keeps at most. */
const BYTES_MAX = 32 * 1024 * 1024;
/** Bytes of a passage beside its tokens. */
const PASSAGE_BYTES = 512;

interface ReadPassage {
  readonly chunk: number;
  readonly passage: Passage;
}

const bytesOf = ({ passage: { tokens } }: ReadPassage): number =>
  PASSAGE_BYTES + (tokens ? tokens.bits.byteLength + tokens.ids.byteLength : 0);

/** Chunk of an item's text, as a model embedded it. */
export interface WantedPassage {
  readonly row: number;
  readonly seq: number;
  readonly id: ItemId;
  readonly modelId: string;
  readonly chunk: number;
}

/**
 * Passages of texts, as one model embedded them, by row: the passage of each item that was read last, and the number of the
 * first passage of every item that was asked for.
 */
export class ReadPassages {
  private modelId = '';
  private numbers = new Float64Array(64);
  private readonly passages: LRUCache<number, ReadPassage>;

  constructor(bytesMax = BYTES_MAX) {
    this.passages = new LRUCache({ maxSize: bytesMax, sizeCalculation: bytesOf });
  }

  /** Returns the passage of a chunk, which nobody may change; undefined if there is none. */
  of(db: Database, { row, seq, id, modelId, chunk }: WantedPassage): Passage | undefined {
    if (modelId !== this.modelId) this.clear();
    this.modelId = modelId;
    const known = this.passages.get(row);
    if (known?.chunk === chunk) return known.passage;
    const first = this.firstOf(db, row, seq);
    if (first === NONE) return undefined;
    const found = db.arrays(SELECT_PASSAGE).get(first + chunk, chunk);
    if (!found) return undefined;
    const [from, to, dims, tokens] = found as unknown as PassageValues;
    const passage = passageOf({ id, from, to, dims, tokens });
    this.passages.set(row, { chunk, passage });
    return passage;
  }

  forget(row: number): void {
    this.passages.delete(row);
    if (row < this.numbers.length) this.numbers[row] = NOT_READ;
  }

  private clear(): void {
    this.passages.clear();
    this.numbers.fill(NOT_READ);
  }

  private firstOf(db: Database, row: number, seq: number): number {
    while (row >= this.numbers.length) this.numbers = enlarged(this.numbers, 2 * this.numbers.length);
    if (this.numbers[row] === NOT_READ) {
      const [first] = (db.arrays(SELECT_FIRST).get(seq, this.modelId) ?? []) as unknown as [number?];
      this.numbers[row] = first ?? NONE;
    }
    return this.numbers[row] as number;
  }
}
