import type { OrgId, RemainingRows } from '@cairn/contracts';
import { sql, type RawBuilder } from 'kysely';
import type { Dialect } from '../kit/dialect.ts';
import type { Naming } from '../kit/module.ts';
import { removeRowsQueries } from '../kit/remove-rows.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';
import type { ActName } from './forget-targets.ts';

/** Pairs of table and column for the tables of the store itself that name items. Features declare their own tables. */
export const OWN_TABLES: Naming = [
  ['origin', 'item_id'],
  ['alias_sighting', 'item_id'],
  ['dead_letter', 'item_id'],
];

interface RemainsQuery extends ActName {
  readonly tables: Naming;
}

/**
 * Builds the condition on the organisation. For `origin`, the condition keeps the primary key usable, which begins with
 * the item.
 */
const ofOrganisation = (dialect: Dialect, table: string, orgId: OrgId): RawBuilder<unknown> =>
  sql`${table === 'origin' ? dialect.checked('origin.org_id') : sql.ref(`${table}.org_id`)} = ${orgId}`;

const joinOf = ({ name }: Dialect): string => (name === 'sqlite' ? 'cross join' : 'join');

/**
 * Joins a table to the targets of the act. The targets come first, since they are few: in another order, the database
 * scans all rows of the organisation. The caller appends the join condition.
 */
const targetsOf =
  (dialect: Dialect, { orgId, id }: ActName) =>
  (table: string) =>
    sql`(select org_id, item_id from forget_target where org_id = ${orgId} and act_id = ${id} and is_done = 1) as target
      ${sql.raw(joinOf(dialect))} ${sql.table(table)}`;

interface SweepCommand extends Pick<RemainsQuery, 'orgId' | 'tables'> {
  readonly ids: readonly string[];
}

/** Deletes rows that workers stored after the items were forgotten, having read the items before. */
export async function deleteRemains(tx: Transaction, { orgId, tables, ids }: SweepCommand): Promise<void> {
  const { dialect } = tx;
  for (const [table, column] of tables)
    for (const removal of removeRowsQueries(dialect, { table, column, orgId, ids })) await tx.run(removal);
  const named = dialect.isAmong(sql.ref('item_id'), dialect.listOf(ids));
  const reasons = sql`update outbox set reason = null where reason is not null and ${named}`;
  await tx.run({ compile: () => reasons.compile(dialect.queries) });
}

/** Counts, for each table of the store, the rows that name a target of the act and contain more than a tombstone does. */
export async function countRemains(tx: ReadTransaction, { tables, ...name }: RemainsQuery): Promise<RemainingRows[]> {
  const counted = async (where: string, from: ReturnType<typeof sql>): Promise<RemainingRows> => {
    const query = sql<{ number: number }>`select count(*) as number from ${from}`;
    const row = await tx.get({ compile: () => query.compile(tx.dialect.queries) });
    return { where: `store: ${where}`, remaining: Number(row?.number ?? 0) };
  };
  const targets = targetsOf(tx.dialect, name);
  const items = sql`${targets('item')} on item.id = target.item_id where item.org_id = target.org_id and ${hasRemainingText}`;
  const links = sql`${targets('item')} on item.id = target.item_id ${sql.raw(joinOf(tx.dialect))} item_embedding
    on item_embedding.item_seq = item.seq where item.org_id = target.org_id`;
  const unlinked = sql`embedding where org_id = ${name.orgId} and not exists (select 1 from item_embedding as link
    where link.org_id = embedding.org_id and link.content_hash = embedding.content_hash and link.model_id = embedding.model_id)`;
  const reasons = sql`${targets('outbox')} on outbox.item_id = target.item_id
    where outbox.org_id = target.org_id and outbox.reason is not null`;
  return Promise.all([
    counted('item', items),
    counted('item_embedding', links),
    counted('embedding', unlinked),
    counted('outbox', reasons),
    ...tables.map(([table, columnName]) =>
      counted(
        tables.filter(([other]) => other === table).length > 1 ? `${table}.${columnName}` : table,
        sql`${targets(table)} on ${sql.ref(`${table}.${columnName}`)} = target.item_id
          where ${ofOrganisation(tx.dialect, table, name.orgId)}`,
      ),
    ),
  ]);
}

/** SQL condition: the row contains more than a tombstone does. */
const hasRemainingText = sql`(state <> 'deleted' or content <> '' or title is not null or tags is not null or source_ids is not null
  or subject is not null or speaker is not null or channel is not null or subchannel is not null or project is not null or provenance <> '{}'
  or source <> '' or external_id is not null or merge_key is not null or content_hash <> '')`;
