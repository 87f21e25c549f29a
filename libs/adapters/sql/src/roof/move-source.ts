import type { ItemKind, ItemState } from '@cairn/contracts';
import type { MovedTable } from './moved-tables.ts';
import type { TableRow } from '../row-sums.ts';

/** The rows that travel together, and where they end: the key of the last one. */
export interface Batch {
  readonly rows: readonly TableRow[];
  readonly end: readonly (string | number)[];
}

/** How many items of a sort an organisation has. */
export interface ItemCount {
  readonly orgId: string;
  readonly kind: ItemKind;
  readonly state: ItemState;
  readonly items: number;
}

/** A truth that stands still and is read whole. */
export interface MoveSource {
  /** Rows in each table. */
  sizes(): ReadonlyMap<string, number>;
  counts(): ItemCount[];
  /** All rows after a key, or from the beginning, in the order of the key. */
  batches(table: MovedTable, columns: readonly string[], after?: Batch['end']): Iterable<Batch>;
  /** Two folders that differ differ here, and so does one that has been written since. */
  fingerprint(): string;
}

/** The organisation whose row it is. */
export const ownerOf = ({ name }: MovedTable, row: TableRow): string =>
  String(row[name === 'organisation' ? 'id' : 'org_id']);
