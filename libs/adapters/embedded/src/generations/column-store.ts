import { enlarged } from './enlarged.ts';
import type { FilteredFields } from './filtered-fields.ts';

export const COLUMN_FIELDS = [
  'first',
  'count',
  'reader',
  'channel',
  'subchannel',
  'session',
  'store',
  'category',
  'tags',
  'knowledgeBase',
  'subject',
  'attribute',
  'state',
] as const;
export type Field = (typeof COLUMN_FIELDS)[number];

/** Times between which a row is valid and active. */
export type Bounds = Pick<FilteredFields, 'validFrom' | 'validTo' | 'activeFrom' | 'activeTo'>;

/** Memory of the columns of numbers. The columns are replaced when there is room for more rows, so they are not kept. */
export interface ColumnStore {
  /** Number of rows. */
  size: number;
  readonly columns: Readonly<Record<Field, Int32Array>>;
  readonly times: Float64Array;
  /** Makes room for a number of rows, and for more bounds than there are. Changes nothing if it throws. */
  reserve(rows: number, bounds?: number): void;
  /** Whether a row has, or has had, times of validity; most rows have none. */
  readonly hasBounds: boolean;
  boundsOf(row: number): Bounds | undefined;
  setBounds(row: number, bounds: Bounds | undefined): void;
  allBounds(): Iterable<Bounds>;
}

/** Columns in the memory of one thread. */
export class OwnColumns implements ColumnStore {
  size = 0;
  columns = Object.fromEntries(COLUMN_FIELDS.map((field) => [field, new Int32Array(64)])) as Record<Field, Int32Array>;
  times = new Float64Array(64);
  private readonly bounds = new Map<number, Bounds>();

  reserve(rows: number): void {
    if (rows <= this.times.length) return;
    const capacity = 2 * this.times.length;
    const larger = COLUMN_FIELDS.map((field) => [field, enlarged(this.columns[field], capacity)]);
    this.columns = Object.fromEntries(larger) as Record<Field, Int32Array>;
    this.times = enlarged(this.times, capacity);
  }

  get hasBounds(): boolean {
    return this.bounds.size > 0;
  }

  boundsOf(row: number): Bounds | undefined {
    return this.bounds.get(row);
  }

  setBounds(row: number, bounds: Bounds | undefined): void {
    if (bounds) this.bounds.set(row, bounds);
    else this.bounds.delete(row);
  }

  allBounds(): Iterable<Bounds> {
    return this.bounds.values();
  }
}
