import type { ItemKind, OrgId, Statements } from '@cairn/contracts';
import { pairQueries, relationsOfStatements, type ReadPair } from './pairs.ts';
import { rowQueries, type GraphRows, type GraphTable, type NameKey, type OfItem } from './row-queries.ts';
import { correctedRows } from './rows-now.ts';
import { tokensOfName, type RowsOfStatements } from './said-rows.ts';
import type { NameRow, RelationRow, StatementRow } from './tables.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

interface KeepCommand {
  readonly orgId: OrgId;
  readonly kind: ItemKind;
  readonly id: string;
  readonly version: number;
  readonly said: Statements;
}

/**
 * Replaces the graph rows of an item, then derives the relations and names again that its old and new rows concern. An
 * inactive item has no rows. Returns false and stores nothing if the item has another version by now. The graph depends
 * only on the last versions of items, whatever the order and number of calls. Calls for one item run one after another.
 * Calls of one organisation that derive rows do too, since each of them reads the results of earlier calls.
 */
export async function keepItem(tx: Transaction, command: KeepCommand): Promise<boolean> {
  const { orgId, id, kind, version, said } = command;
  const queries = rowQueries(tx.dialect);
  const [, item] = await Promise.all([
    tx.lock({ what: 'organisation', orgId, key: `graph of ${id}` }),
    tx.get(queries.item, { orgId, id, kind }),
  ]);
  if (item?.version !== version) return false;
  const rows = await correctedRows(tx, item, said);
  const isSilent = rows.mentions.length + rows.rules.length === 0;
  if (isSilent && !(await isKept(tx, { orgId, id }))) return true;
  await Promise.all([tx.lock({ what: 'organisation', orgId, key: 'graph' }), replaceRows(tx, { orgId, id }, rows)]);
  return true;
}

/** Whether the item has graph rows to delete. */
async function isKept(tx: ReadTransaction, item: OfItem): Promise<boolean> {
  const { mentions, rule } = rowQueries(tx.dialect);
  const [named, ruled] = await Promise.all([tx.all(mentions, item), tx.get(rule, item)]);
  return named.length > 0 || ruled !== undefined;
}

async function replaceRows(tx: Transaction, item: OfItem, rows: RowsOfStatements): Promise<void> {
  const queries = rowQueries(tx.dialect);
  const removals = [queries.removeStatements, queries.removeMentions, queries.removeRules];
  // Statements of a transaction run in the order in which they are sent.
  const [pairs, gone] = await Promise.all([
    tx.all(queries.pairs, item),
    tx.all(queries.mentions, item),
    ...removals.map((removal) => tx.run(removal, item)),
    insertRows(tx, 'graph_statement', rows.statements),
    insertRows(tx, 'graph_mention', rows.mentions),
    insertRows(tx, 'graph_rule', rows.rules),
  ]);
  await replaceRelations(tx, item.orgId, [...pairs, ...rows.statements.map(pairOf)]);
  await replaceNames(tx, item.orgId, { gone, names: rows.names });
}

const pairOf = ({ from_id, type, to_id, reader }: StatementRow): ReadPair => ({ from_id, type, to_id, reader });

async function insertRows<Name extends GraphTable>(tx: Transaction, table: Name, rows: readonly GraphRows[Name][]) {
  if (rows.length > 0) await tx.run(rowQueries(tx.dialect).insert[table], { rows: JSON.stringify(rows) });
}

const dropRepeatedRows = <Row extends object>(rows: readonly Row[]): Row[] => [
  ...new Map(rows.map((row) => [JSON.stringify(row), row])).values(),
];

async function replaceRelations(tx: Transaction, orgId: OrgId, affected: readonly ReadPair[]): Promise<void> {
  const pairs = dropRepeatedRows(affected);
  if (pairs.length === 0) return;
  const told = await relationsOfPairs(tx, orgId, pairs);
  await Promise.all([
    tx.run(rowQueries(tx.dialect).removeRelations, { orgId, keys: JSON.stringify(pairs), present: '[]' }),
    insertRows(tx, 'graph_relation', told),
  ]);
}

/** Computes the relations of the given pairs from the statements of all items. */
async function relationsOfPairs(tx: ReadTransaction, orgId: OrgId, pairs: readonly ReadPair[]): Promise<RelationRow[]> {
  const statements = await pairQueries(tx.dialect).said(tx, { orgId }, [...pairs]);
  return [...Map.groupBy(statements, (row) => JSON.stringify(pairOf(row))).values()].map(relationRow);
}

/**
 * Merges the statements of one audience about a pair into one relation. Its validity reaches from the earliest start to
 * the latest end of the statements.
 */
function relationRow(statements: readonly StatementRow[]): RelationRow {
  const { org_id, ...pair } = { org_id: statements[0]!.org_id, ...pairOf(statements[0]!) };
  const relations = relationsOfStatements(statements);
  const starts = relations.map(({ validFrom }) => validFrom ?? null);
  const ends = relations.map(({ validTo }) => validTo ?? null);
  return {
    org_id,
    ...pair,
    confidence: Math.max(0, ...relations.map(({ confidence }) => confidence)),
    holds_from: starts.includes(null) ? null : findLeast(starts as number[]),
    holds_to: ends.includes(null) ? null : findGreatest(ends as number[]),
  };
}

const findLeast = (times: readonly number[]) => (times.length > 0 ? Math.min(...times) : null);
const findGreatest = (times: readonly number[]) => (times.length > 0 ? Math.max(...times) : null);

const nameKey = ({ entity_id, reader, ref }: NameKey): NameKey => ({ entity_id, reader, ref });

async function replaceNames(
  tx: Transaction,
  orgId: OrgId,
  { gone, names }: { readonly gone: readonly NameKey[]; readonly names: readonly NameRow[] },
): Promise<void> {
  const { stillNamed, removeNames, removeTokens } = rowQueries(tx.dialect);
  const present = await stillNamed(tx, { orgId }, gone.map(nameKey));
  const kept = new Set(present.map((name) => JSON.stringify(nameKey(name))));
  const lost = gone.map(nameKey).filter((name) => !kept.has(JSON.stringify(name)));
  const tokens = names.flatMap(tokensOfName);
  const keys = JSON.stringify([...lost, ...names.map(nameKey)]);
  await Promise.all([
    tx.run(removeNames, { orgId, keys, present: JSON.stringify(names) }),
    tx.run(removeTokens, { orgId, keys, present: JSON.stringify(tokens) }),
    insertRows(tx, 'graph_name', names),
    insertRows(tx, 'graph_token', tokens),
  ]);
}
