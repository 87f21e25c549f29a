import { movedTables, ownerOf, RowSums, type ItemCount, type MovedTable, type MoveSource } from '@cairn/store';
import type { MoveTarget } from './move-target.ts';

/** Comparison of one table, or of one kind of items, of one organisation. */
interface Comparison {
  readonly orgId: string;
  /** Name of the table, or the kind and state of the items. */
  readonly what: string;
  readonly from: number;
  readonly to: number;
  readonly isEqual: boolean;
}

export interface MoveProof {
  readonly isEqual: boolean;
  /** Comparisons of items by kind and state. */
  readonly items: readonly Comparison[];
  /** Comparisons of rows by table. Tables are equal when every column of every row is equal. */
  readonly tables: readonly Comparison[];
}

/** Reads all rows again in both stores and compares them, independently of the code that copied them. */
export async function proveMove(
  source: MoveSource,
  target: MoveTarget,
  onRows: (done: number, table: string) => void,
): Promise<MoveProof> {
  const items = compareCounts(source.counts(), await target.counts());
  const tables: Comparison[] = [];
  for (const table of movedTables) {
    tables.push(...(await compareRows(table, source, target)));
    onRows(
      tables.reduce((sum, { from }) => sum + from, 0),
      table.name,
    );
  }
  return { items, tables, isEqual: [...items, ...tables].every(({ isEqual }) => isEqual) };
}

function compareCounts(from: readonly ItemCount[], to: readonly ItemCount[]): Comparison[] {
  const [before, after] = [from, to].map(
    (counts) => new Map(counts.map(({ orgId, kind, state, items }) => [`${orgId} ${state} ${kind}`, items])),
  ) as [Map<string, number>, Map<string, number>];
  return [...new Set([...before.keys(), ...after.keys()])].sort().map((name) => {
    const [orgId = '', ...what] = name.split(' ');
    const numbers = { from: before.get(name) ?? 0, to: after.get(name) ?? 0 };
    return { orgId, what: what.join(' '), ...numbers, isEqual: numbers.from === numbers.to };
  });
}

async function compareRows(table: MovedTable, source: MoveSource, target: MoveTarget): Promise<Comparison[]> {
  const columns = await target.columnsOf(table);
  const [from, to] = [new RowSums(), new RowSums()];
  for (const { rows } of source.batches(table, columns))
    for (const row of rows) from.add(ownerOf(table, row), columns, row);
  for await (const rows of target.rows(table, columns))
    for (const row of rows) to.add(ownerOf(table, row), columns, row);
  const [before, after] = [from.byOrganisation, to.byOrganisation];
  return [...new Set([...before.keys(), ...after.keys()])].sort().map((orgId) => {
    const [one, other] = [before.get(orgId), after.get(orgId)];
    const isEqual = one?.checksum === other?.checksum && one?.rows === other?.rows;
    return { orgId, what: table.name, from: one?.rows ?? 0, to: other?.rows ?? 0, isEqual };
  });
}
