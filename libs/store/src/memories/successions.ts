import type { ItemId } from '@cairn/contracts';
import { sql } from 'kysely';
import { fieldsOf, scopePlaces, visibilityCondition, type ScopeFields } from '../kit/conditions.ts';
import { ofDialect, type Dialect, type List } from '../kit/dialect.ts';
import { distinctIds } from '../items/item-queries.ts';
import { prepared, type PlaceOf, statementOf } from '../kit/prepared.ts';
import { column, defineTable, type RowOf } from '../kit/ddl.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

/** The direct predecessors and the direct successor of a memory; only memories that the scope sees. */
export interface Succession {
  readonly id: ItemId;
  readonly supersededBy?: ItemId | undefined;
  /** The ids of the predecessors, highest id first; absent if there is none. */
  readonly supersedes?: readonly ItemId[] | undefined;
}

/** A superseded memory and the successor that replaced it. */
export const succession = defineTable({
  name: 'succession',
  columns: { org_id: column.id(), old_id: column.id(), new_id: column.id(), at: column.time() },
  key: ['org_id', 'old_id'],
  itemColumns: ['old_id', 'new_id'],
  indexes: { succession_by_successor: '(org_id, new_id, at)' },
  appMay: 'select, insert, delete',
  moves: true,
});

declare module '../kit/tables.ts' {
  interface Tables {
    succession: RowOf<typeof succession>;
  }
}

type End = 'old_id' | 'new_id';

/** Selects the predecessors or the successors of items, where the scope sees both memories. */
const otherEndQuery = (
  { queries, wantedItems, each }: Dialect,
  { from, to }: { readonly from: End; readonly to: End },
) =>
  statementOf<ScopeFields & { ids: List }>({ queries })((place) => {
    const scope = scopePlaces(place);
    return sql<{ id: string; other: string }>`select item.id as id, linked.id as other
      from ${wantedItems(place('ids'))} as item
      ${each('succession', sql`succession.org_id = item.org_id and ${sql.ref(`succession.${from}`)} = item.id`)}
      ${each('item', sql`linked.id = ${sql.ref(`succession.${to}`)} and linked.org_id = item.org_id`, 'linked')}
      where item.id = wanted.value and ${visibilityCondition(scope)} and ${visibilityCondition(scope, 'linked')}`;
  });

/** Recursive SQL query for the direct and indirect successors of a memory. */
const chainOf = (place: PlaceOf<{ orgId: string; id: string }>) => sql`chain (id) as (
        select new_id from succession where org_id = ${place('orgId')} and old_id = ${place('id')}
        union
        select succession.new_id from chain
          join succession on succession.org_id = ${place('orgId')} and succession.old_id = chain.id
      )`;

/** Selects the first memory in the chain of successors that is active and visible to the scope. */
const livingSuccessorQuery = ({ queries, each }: Dialect) =>
  statementOf<ScopeFields & { id: string }>({ queries })((place) => {
    const scope = scopePlaces(place);
    return sql<{ id: string }>`with recursive ${chainOf(place)}
      select item.id as id from chain ${each('item', sql`item.id = chain.id`)}
      where item.state = 'active' and ${visibilityCondition(scope)} limit 1`;
  });

/** Finds out whether `wanted` is a direct or indirect successor of a memory. */
const isSuccessorQuery = ({ queries }: Dialect) =>
  statementOf<{ orgId: string; id: string; wanted: string }>({ queries })(
    (place) =>
      sql<{
        id: string;
      }>`with recursive ${chainOf(place)} select id from chain where id = ${place('wanted')}`,
  );

type Ended = Pick<RowOf<typeof succession>, 'org_id'> & { readonly id: string };

const linksOf = ({ queries }: Dialect, end: End) =>
  prepared<Ended>()((place) =>
    queries.selectFrom('succession').selectAll().where('org_id', '=', place('org_id')).where(end, '=', place('id')),
  );

const queriesOf = ofDialect((dialect) => ({
  successors: otherEndQuery(dialect, { from: 'old_id', to: 'new_id' }),
  predecessors: otherEndQuery(dialect, { from: 'new_id', to: 'old_id' }),
  living: livingSuccessorQuery(dialect),
  among: isSuccessorQuery(dialect),
  insert: prepared<RowOf<typeof succession>>()((place) =>
    dialect.queries
      .insertInto('succession')
      .values({ org_id: place('org_id'), old_id: place('old_id'), new_id: place('new_id'), at: place('at') }),
  ),
  end: prepared<Ended>()((place) =>
    dialect.queries.deleteFrom('succession').where('org_id', '=', place('org_id')).where('old_id', '=', place('id')),
  ),
  replacedAmong: prepared<{ orgId: string; ids: List }>()((place) =>
    dialect.queries
      .selectFrom('succession')
      .select('old_id as id')
      .where('org_id', '=', place('orgId'))
      .where(dialect.isAmong(sql.ref('old_id'), place('ids')))
      .orderBy('old_id'),
  ),
  successorOf: linksOf(dialect, 'old_id'),
  predecessorsOf: linksOf(dialect, 'new_id'),
}));

/**
 * Finds the memory that replaces a superseded memory for this scope: the nearest successor that is active and visible.
 * Forgotten, archived and hidden successors are skipped.
 */
export async function standingSuccessor(
  tx: ReadTransaction,
  scope: ScopeFields,
  id: ItemId,
): Promise<ItemId | undefined> {
  const { successors, living: livingOf } = queriesOf(tx.dialect);
  const last = await tx.get(livingOf, { ...fieldsOf(scope), id });
  if (!last) return undefined;
  const first = await tx.get(successors, { ...fieldsOf(scope), ids: distinctIds(tx.dialect, [id]) });
  return (first?.other ?? last.id) as ItemId;
}

/** Whether a memory is a direct or indirect successor of another, regardless of who sees the memories between them. */
export async function isSuccessor(
  tx: ReadTransaction,
  { orgId, later, earlier }: { readonly orgId: string; readonly later: ItemId; readonly earlier: ItemId },
): Promise<boolean> {
  return (await tx.get(queriesOf(tx.dialect).among, { orgId, id: earlier, wanted: later })) !== undefined;
}

/** Returns the id of the direct successor of a memory, active or not, regardless of who sees it. */
export async function successorOf(tx: ReadTransaction, { org_id, id }: Ended): Promise<string | undefined> {
  return (await tx.get(queriesOf(tx.dialect).successorOf, { org_id, id }))?.new_id;
}

/** Sets the successor of a memory, replacing a former one. */
export async function keepSuccession(tx: Transaction, link: RowOf<typeof succession>): Promise<void> {
  await endSuccession(tx, { org_id: link.org_id, id: link.old_id });
  await tx.run(queriesOf(tx.dialect).insert, link);
}

/** Removes the link from a memory to its successor, since nothing replaces the memory any more. */
export async function endSuccession(tx: Transaction, row: Ended): Promise<void> {
  await tx.run(queriesOf(tx.dialect).end, { org_id: row.org_id, id: row.id });
}

/** Before memories are removed, links their predecessors to their successors, so that chains stay whole. */
export async function bridgeSuccessions(
  tx: Transaction,
  { orgId, ids }: { readonly orgId: string; readonly ids: List },
): Promise<void> {
  const replaced = await tx.all(queriesOf(tx.dialect).replacedAmong, { orgId, ids });
  for (const { id } of replaced) await bridgeSuccession(tx, { org_id: orgId, id });
}

async function bridgeSuccession(tx: Transaction, { org_id, id }: Ended): Promise<void> {
  const { successorOf, predecessorsOf } = queriesOf(tx.dialect);
  const next = await tx.get(successorOf, { org_id, id });
  if (!next) return;
  for (const link of await tx.all(predecessorsOf, { org_id, id }))
    if (link.old_id !== next.new_id) await keepSuccession(tx, { ...link, new_id: next.new_id });
}

export async function successionsOf(
  tx: ReadTransaction,
  { scope, ids }: { readonly scope: ScopeFields; readonly ids: readonly ItemId[] },
): Promise<Succession[]> {
  const values = { ...fieldsOf(scope), ids: distinctIds(tx.dialect, ids) };
  const { successors, predecessors } = queriesOf(tx.dialect);
  const [after, before] = await Promise.all([tx.all(successors, values), tx.all(predecessors, values)]);
  const found = new Map<string, Succession>();
  for (const { id, other } of after) found.set(id, { id: id as ItemId, supersededBy: other as ItemId });
  for (const [id, some] of Map.groupBy(before, (link) => link.id)) {
    const supersedes = some.map(({ other }) => other as ItemId).toSorted((one, other) => (one < other ? 1 : -1));
    found.set(id, { ...(found.get(id) ?? { id: id as ItemId }), supersedes });
  }
  return [...found.values()];
}
