import { createHash } from 'node:crypto';

/** A row of a table: column by column. Bytes are compared as bytes, all else as JSON. */
export type TableRow = Readonly<Record<string, string | number | Uint8Array | null>>;

/** How many rows an organisation has in a table, and a checksum over them in any order. */
export interface RowSum {
  readonly rows: number;
  readonly checksum: string;
}

const BITS = 128;

/**
 * Sums the hashes of rows, so that two stores that hold the same rows have the same sum, whatever order each reads them
 * in. A row that is missing, doubled or changed in one character changes it.
 */
export class RowSums {
  private readonly sums = new Map<string, { rows: number; sum: bigint }>();

  add(orgId: string, columns: readonly string[], row: TableRow): void {
    const { rows, sum } = this.sums.get(orgId) ?? { rows: 0, sum: 0n };
    this.sums.set(orgId, { rows: rows + 1, sum: BigInt.asUintN(BITS, sum + numberOf(columns, row)) });
  }

  /** By organisation. */
  get byOrganisation(): ReadonlyMap<string, RowSum> {
    const sums = [...this.sums].map(([orgId, { rows, sum }]) => [orgId, { rows, checksum: sum.toString(16) }] as const);
    return new Map(sums);
  }
}

function numberOf(columns: readonly string[], row: TableRow): bigint {
  const hash = createHash('sha256');
  for (const column of columns) addValue(hash, row[column] ?? null);
  return BigInt(`0x${hash.digest('hex').slice(0, BITS / 4)}`);
}

/** Each with its length before it, so that no two rows look alike. */
function addValue(hash: ReturnType<typeof createHash>, value: TableRow[string]): void {
  const bytes = value instanceof Uint8Array ? value : JSON.stringify(value);
  hash.update(`${value instanceof Uint8Array ? 'bytes' : 'json'} ${bytes.length}:`).update(bytes);
}
