import { createHash } from 'node:crypto';

/** A row: values by column name. Checksums compare bytes as bytes, other values as JSON. */
export type TableRow = Readonly<Record<string, string | number | Uint8Array | null>>;

/** The number of an organisation's rows in a table, and a checksum that does not depend on their order. */
export interface RowSum {
  readonly rows: number;
  readonly checksum: string;
}

const SUM_BITS = 128;

/**
 * Sums the hashes of rows, so that stores with the same rows get the same checksum in whatever order they read them. A row
 * that is missing, doubled or changed in one character changes the checksum.
 */
export class RowSums {
  private readonly sums = new Map<string, { rows: number; sum: bigint }>();

  add(orgId: string, columns: readonly string[], row: TableRow): void {
    const { rows, sum } = this.sums.get(orgId) ?? { rows: 0, sum: 0n };
    this.sums.set(orgId, { rows: rows + 1, sum: BigInt.asUintN(SUM_BITS, sum + numberOf(columns, row)) });
  }

  /** Maps the id of each organisation to the number and checksum of its rows. */
  get byOrganisation(): ReadonlyMap<string, RowSum> {
    const sums = [...this.sums].map(([orgId, { rows, sum }]) => [orgId, { rows, checksum: sum.toString(16) }] as const);
    return new Map(sums);
  }
}

function numberOf(columns: readonly string[], row: TableRow): bigint {
  const hash = createHash('sha256');
  for (const column of columns) addValue(hash, row[column] ?? null);
  return BigInt(`0x${hash.digest('hex').slice(0, SUM_BITS / 4)}`);
}

/** Hashes the length of a value and then the value, so that no two rows hash alike by concatenation. */
function addValue(hash: ReturnType<typeof createHash>, value: TableRow[string]): void {
  const bytes = value instanceof Uint8Array ? value : JSON.stringify(value);
  hash.update(`${value instanceof Uint8Array ? 'bytes' : 'json'} ${bytes.length}:`).update(bytes);
}
