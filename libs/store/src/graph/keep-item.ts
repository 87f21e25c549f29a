import type { ItemKind, OrgId, Statements } from '@cairn/contracts';
import { generationsOf } from './generation.ts';
import { pairQueries, settled, type ReadPair } from './pairs.ts';
import { rowQueries, type GraphRows, type GraphTable, type NameKey, type OfItem } from './row-queries.ts';
import { rowsNow } from './rows-now.ts';
import { tokensOfName, type SaidRows } from './said-rows.ts';
import type { NameRow, OfGeneration, RelationRow, StatementRow } from './tables.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

export interface KeepCommand {
  readonly orgId: OrgId;
  readonly kind: ItemKind;
  readonly id: string;
  readonly version: number;
  readonly said: Statements;
  /** Writes only to the generation being built, which is not read yet. */
  readonly isFilling?: boolean;
}

/**
 * Replaces the graph rows of an item, then derives the relations and names again that its old and new rows concern, in each
 * generation that is written. Calls for one item run one after another; so do calls of one organisation that have rows to
 * derive, since each of them reads the results of earlier ones.
 */
export async function keepItem(session: Transaction, command: KeepCommand): Promise<boolean> {
  const { orgId, id, kind, version, said } = command;
  const queries = rowQueries(session.dialect);
  await session.lock({ what: 'organisation', orgId, key: `graph of ${id}` });
  const item = await session.get(queries.item, { orgId, id, kind });
  if (item?.version !== version) return false;
  const rows = await rowsNow(session, item, said);
  const isSilent = rows.mentions.length + rows.rules.length === 0;
  if (isSilent && !(await isKept(session, command))) return true;
  await session.lock({ what: 'organisation', orgId, key: 'graph' });
  for (const generation of await writtenBy(session, command)) await replace(session, { orgId, id, generation }, rows);
  return true;
}

async function writtenBy(session: ReadTransaction, { orgId, isFilling = false }: KeepCommand): Promise<number[]> {
  const { live, building } = await generationsOf(session, orgId);
  return [...(isFilling ? [] : [live]), ...(building === null ? [] : [building])];
}

/**
 * Whether the item has graph rows to delete. The caller holds the lock of the item, so a generation that begins meanwhile
 * has no rows of it.
 */
async function isKept(session: ReadTransaction, command: KeepCommand): Promise<boolean> {
  const { orgId, id } = command;
  const { mentions, rule } = rowQueries(session.dialect);
  for (const generation of await writtenBy(session, command)) {
    const of = { orgId, id, generation };
    if ((await session.all(mentions, of)).length > 0 || (await session.get(rule, of))) return true;
  }
  return false;
}

type Kept = OfItem & OfGeneration;

async function replace(session: Transaction, kept: Kept, rows: SaidRows): Promise<void> {
  const queries = rowQueries(session.dialect);
  const pairs = await session.all(queries.pairs, kept);
  const gone = await session.all(queries.mentions, kept);
  for (const removal of [queries.removeStatements, queries.removeMentions, queries.removeRules])
    await session.run(removal, kept);
  await insert(session, kept, 'graph_statement', rows.statements);
  await insert(session, kept, 'graph_mention', rows.mentions);
  await insert(session, kept, 'graph_rule', rows.rules);
  await replaceRelations(session, kept, [...pairs, ...rows.statements.map(pairOf)]);
  await replaceNames(session, kept, { gone, names: rows.names });
}

export const pairOf = ({ from_id, type, to_id, reader }: StatementRow): ReadPair => ({ from_id, type, to_id, reader });

async function insert<Name extends GraphTable>(
  session: Transaction,
  { generation }: OfGeneration,
  table: Name,
  rows: readonly GraphRows[Name][],
) {
  const given = JSON.stringify(rows.map((row) => ({ ...row, generation })));
  if (rows.length > 0) await session.run(rowQueries(session.dialect).insert[table], { rows: given });
}

export const distinct = <Row extends object>(rows: readonly Row[]): Row[] => [
  ...new Map(rows.map((row) => [JSON.stringify(row), row])).values(),
];

async function replaceRelations(
  session: Transaction,
  { orgId, generation }: OfGeneration,
  affected: readonly ReadPair[],
): Promise<void> {
  const pairs = distinct(affected);
  if (pairs.length === 0) return;
  const told = await relationsSaid(session, { orgId, generation }, pairs);
  const rows = JSON.stringify(pairs);
  await session.run(rowQueries(session.dialect).removeRelations, { orgId, generation, rows });
  await insert(session, { orgId, generation }, 'graph_relation', told);
}

/** Computes the relations of the given pairs from the statements of one generation. */
export async function relationsSaid(
  session: ReadTransaction,
  { orgId, generation }: OfGeneration,
  pairs: readonly ReadPair[],
): Promise<RelationRow[]> {
  const statements = await pairQueries(session.dialect).said(session, { orgId, generation }, [...pairs]);
  return [...Map.groupBy(statements, (row) => JSON.stringify(pairOf(row))).values()].map(relationRow);
}

/**
 * Merges the statements of one audience about a pair into one relation, with the earliest start and the latest end of their
 * times.
 */
function relationRow(statements: readonly StatementRow[]): RelationRow {
  const { org_id, ...pair } = { org_id: statements[0]!.org_id, ...pairOf(statements[0]!) };
  const relations = settled(statements);
  const starts = relations.map(({ validFrom }) => validFrom ?? null);
  const ends = relations.map(({ validTo }) => validTo ?? null);
  return {
    org_id,
    ...pair,
    confidence: Math.max(0, ...relations.map(({ confidence }) => confidence)),
    holds_from: starts.includes(null) ? null : least(starts as number[]),
    holds_to: ends.includes(null) ? null : greatest(ends as number[]),
  };
}

const least = (times: readonly number[]) => (times.length > 0 ? Math.min(...times) : null);
const greatest = (times: readonly number[]) => (times.length > 0 ? Math.max(...times) : null);

export const nameKey = ({ entity_id, reader, ref }: NameKey): NameKey => ({ entity_id, reader, ref });

async function replaceNames(
  session: Transaction,
  { orgId, generation }: OfGeneration,
  { gone, names }: { readonly gone: readonly NameKey[]; readonly names: readonly NameRow[] },
): Promise<void> {
  const { stillNamed, removeNames, removeTokens } = rowQueries(session.dialect);
  const present = await stillNamed(session, { orgId, generation }, gone.map(nameKey));
  const kept = new Set(present.map((name) => JSON.stringify(nameKey(name))));
  const lost = gone.map(nameKey).filter((name) => !kept.has(JSON.stringify(name)));
  if (lost.length > 0) {
    await session.run(removeNames, { orgId, generation, rows: JSON.stringify(lost) });
    await session.run(removeTokens, { orgId, generation, rows: JSON.stringify(lost) });
  }
  await insert(session, { orgId, generation }, 'graph_name', names);
  await insert(session, { orgId, generation }, 'graph_token', names.flatMap(tokensOfName));
}
