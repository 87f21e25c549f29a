import type { ItemId } from '@cairn/contracts';
import { sql } from 'kysely';
import { fieldsOf, scopePlaces, visible, type ScopeFields } from '../kit/conditions.ts';
import { ofDialect, type Dialect, type List } from '../kit/dialect.ts';
import { wantedIds } from '../items/item-queries.ts';
import { prepared, type PlaceOf } from '../kit/prepared.ts';
import { column, defineTable, type RowOf } from '../kit/ddl.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

/** The predecessors and the successor of a memory, as far as the scope sees them. */
export interface Succession {
  readonly id: ItemId;
  readonly supersededBy?: ItemId | undefined;
  /** The highest id first; absent: none. */
  readonly supersedes?: readonly ItemId[] | undefined;
}

/** Memories with the successors that replaced them. */
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

/** Finds the other end of the successions of items, where the scope sees both ends. */
const joined = ({ queries, wantedItems, each }: Dialect, { from, to }: { readonly from: End; readonly to: End }) =>
  prepared<ScopeFields & { ids: List }>()((place) => {
    const scope = scopePlaces(place);
    const query = sql<{ id: string; other: string }>`select item.id as id, linked.id as other
      from ${wantedItems(place('ids'))} as item
      ${each('succession', sql`succession.org_id = item.org_id and ${sql.ref(`succession.${from}`)} = item.id`)}
      ${each('item', sql`linked.id = ${sql.ref(`succession.${to}`)} and linked.org_id = item.org_id`, 'linked')}
      where item.id = wanted.value and ${visible(scope)} and ${visible(scope, 'linked')}`;
    return { compile: () => query.compile(queries) };
  });

/** A recursive query for the successors of a memory, one after the other. */
const chainOf = (place: PlaceOf<{ orgId: string; id: string }>) => sql`chain (id) as (
        select new_id from succession where org_id = ${place('orgId')} and old_id = ${place('id')}
        union
        select succession.new_id from chain
          join succession on succession.org_id = ${place('orgId')} and succession.old_id = chain.id
      )`;

/** The active memory at the end of a chain of successors, where the scope sees it. */
const living = ({ queries, each }: Dialect) =>
  prepared<ScopeFields & { id: string }>()((place) => {
    const scope = scopePlaces(place);
    const query = sql<{ id: string }>`with recursive ${chainOf(place)}
      select item.id as id from chain ${each('item', sql`item.id = chain.id`)}
      where item.state = 'active' and ${visible(scope)} limit 1`;
    return { compile: () => query.compile(queries) };
  });

/** Finds a memory among the successors of another, near or far. */
const among = ({ queries }: Dialect) =>
  prepared<{ orgId: string; id: string; wanted: string }>()((place) => {
    const query = sql<{
      id: string;
    }>`with recursive ${chainOf(place)} select id from chain where id = ${place('wanted')}`;
    return { compile: () => query.compile(queries) };
  });

type Ended = Pick<RowOf<typeof succession>, 'org_id'> & { readonly id: string };

const linksOf = ({ queries }: Dialect, end: End) =>
  prepared<Ended>()((place) =>
    queries.selectFrom('succession').selectAll().where('org_id', '=', place('org_id')).where(end, '=', place('id')),
  );

const queriesOf = ofDialect((dialect) => ({
  successors: joined(dialect, { from: 'old_id', to: 'new_id' }),
  predecessors: joined(dialect, { from: 'new_id', to: 'old_id' }),
  living: living(dialect),
  among: among(dialect),
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
 * The active memory that replaces a superseded one, as far as the scope sees: its nearest active successor.
 * Successors that are forgotten, archived or hidden do not replace it.
 */
export async function standingSuccessor(
  tx: ReadTransaction,
  scope: ScopeFields,
  id: ItemId,
): Promise<ItemId | undefined> {
  const { successors, living: livingOf } = queriesOf(tx.dialect);
  const last = await tx.get(livingOf, { ...fieldsOf(scope), id });
  if (!last) return undefined;
  const first = await tx.get(successors, { ...fieldsOf(scope), ids: wantedIds(tx.dialect, [id]) });
  return (first?.other ?? last.id) as ItemId;
}

/** Whether a memory comes after another in its chain of successors, regardless of who sees the memories between. */
export async function comesAfter(
  tx: ReadTransaction,
  { orgId, later, earlier }: { readonly orgId: string; readonly later: ItemId; readonly earlier: ItemId },
): Promise<boolean> {
  return (await tx.get(queriesOf(tx.dialect).among, { orgId, id: earlier, wanted: later })) !== undefined;
}

/** The direct successor of a memory, whether it is still active or not, and regardless of who sees it. */
export async function successorOf(tx: ReadTransaction, { org_id, id }: Ended): Promise<string | undefined> {
  return (await tx.get(queriesOf(tx.dialect).successorOf, { org_id, id }))?.new_id;
}

/** Replaces a former successor. */
export async function keepSuccession(tx: Transaction, link: RowOf<typeof succession>): Promise<void> {
  await endSuccession(tx, { org_id: link.org_id, id: link.old_id });
  await tx.run(queriesOf(tx.dialect).insert, link);
}

/** Removes the succession of a memory that nothing replaces any more. */
export async function endSuccession(tx: Transaction, row: Ended): Promise<void> {
  await tx.run(queriesOf(tx.dialect).end, { org_id: row.org_id, id: row.id });
}

/** Links the predecessors of memories that are removed to the successors of those, so that chains stay whole. */
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
  const values = { ...fieldsOf(scope), ids: wantedIds(tx.dialect, ids) };
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
