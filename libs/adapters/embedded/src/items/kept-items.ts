import type { Database } from '../sqlite/database.ts';
import { ItemTable } from './item-table.ts';

/** Number of items at most that a connection keeps; of a larger store it reads the rows. */
const ITEMS_MAX = 4_000_000;

/** The items that a connection keeps in memory. The connection must not write, since a transaction may be rolled back. */
export class KeptItems {
  private table = new ItemTable();
  private isOver = false;
  private readonly itemsMax: number;

  constructor(itemsMax = ITEMS_MAX) {
    this.itemsMax = itemsMax;
  }

  /** Returns the items as the present snapshot of the connection has them; undefined if they are too many. */
  of(db: Database): ItemTable | undefined {
    this.isOver ||= db.value<number>('select coalesce(max(seq), 0) from item') > this.itemsMax;
    if (this.isOver) {
      this.table = new ItemTable();
      return undefined;
    }
    if (this.table.follow(db)) return this.table;
    this.table = new ItemTable();
    this.table.follow(db);
    return this.table;
  }
}
