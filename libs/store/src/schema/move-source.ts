import type { ItemKind, ItemState } from '@cairn/contracts';
import type { MovedTable } from './moved-tables.ts';
import type { TableRow } from '../kit/row-sums.ts';

/** Rows that are moved together, and the key of the last row. */
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

/** A truth to move; nobody writes it while it is read. */
export interface MoveSource {
  /** Maps table names to numbers of rows. */
  sizes(): ReadonlyMap<string, number>;
  counts(): ItemCount[];
  /** Reads all rows of a table in the order of its key; only those after the key `after`, if given. */
  batches(table: MovedTable, columns: readonly string[], after?: Batch['end']): Iterable<Batch>;
  /** A fingerprint of the folder: differs between two folders, and changes whenever a folder is written. */
  fingerprint(): string;
}

/** Returns the id of the organisation that owns a row. */
export const ownerOf = ({ name }: MovedTable, row: TableRow): string =>
  String(row[name === 'organisation' ? 'id' : 'org_id']);
