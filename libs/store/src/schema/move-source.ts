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
  /** Reads the rows of a table in the order of its key. If `after` is given, reads only the rows after this key. */
  batches(table: MovedTable, columns: readonly string[], after?: Batch['end']): Iterable<Batch>;
  /**
   * Returns a fingerprint of the folder. Two folders have different fingerprints, and each write to a folder changes its
   * fingerprint.
   */
  fingerprint(): string;
}

/** Returns the id of the organisation that owns a row. */
export const ownerOf = ({ name }: MovedTable, row: TableRow): string =>
  String(row[name === 'organisation' ? 'id' : 'org_id']);
