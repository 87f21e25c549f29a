import type { Item } from '@cairn/contracts';
import { LRUCache } from 'lru-cache';

/** Bytes of items that a connection keeps at most. */
const BYTES_MAX = 16 * 1024 * 1024;
/** Bytes of an item beside its texts and lists. */
const ITEM_BYTES = 2_048;
const CHAR_BYTES = 2;

function bytesOf(item: Item): number {
  let chars = 0;
  for (const value of Object.values(item))
    if (typeof value === 'string') chars += value.length;
    else if (typeof value === 'object' && value !== null) chars += JSON.stringify(value).length;
  return ITEM_BYTES + CHAR_BYTES * chars;
}

/** The items that were read last, by row. The same memories answer many questions. */
export class ReadItems {
  private readonly items: LRUCache<number, Item>;

  constructor(bytesMax = BYTES_MAX) {
    this.items = new LRUCache({ maxSize: bytesMax, sizeCalculation: bytesOf });
  }

  of(row: number): Item | undefined {
    return this.items.get(row);
  }

  /** Keeps an item, which nobody may change from now on, unless it is larger than all that may be kept. */
  keep(row: number, item: Item): void {
    this.items.set(row, Object.freeze(item));
  }

  forget(row: number): void {
    this.items.delete(row);
  }

  clear(): void {
    this.items.clear();
  }
}
