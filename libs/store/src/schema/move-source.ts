import type { ItemKind, ItemState } from '@cairn/contracts';
import type { MovedTable } from './moved-tables.ts';
import type { TableRow } from '../kit/row-sums.ts';

/** Rows that are moved together, and the key of the last one. */
export interface Batch {
  readonly rows: readonly TableRow[];
  readonly end: readonly (string | number)[];
}

/** The number of items of one kind and state in an organisation. */
export interface ItemCount {
  readonly orgId: string;
  readonly kind: ItemKind;
  readonly state: ItemState;
  readonly items: number;
}

/** A truth that does not change while it is read completely. */
export interface MoveSource {
  /** The number of rows in each table. */
  sizes(): ReadonlyMap<string, number>;
  counts(): ItemCount[];
  /** All rows after a key, or from the beginning, in the order of the key. */
  batches(table: MovedTable, columns: readonly string[], after?: Batch['end']): Iterable<Batch>;
  /** A fingerprint that differs between two folders, and changes when a folder is written. */
  fingerprint(): string;
}

/** The organisation that owns a row. */
export const ownerOf = ({ name }: MovedTable, row: TableRow): string =>
  String(row[name === 'organisation' ? 'id' : 'org_id']);
