import { sql, type RawBuilder } from 'kysely';
import { audienceSql, audienceOf, openChannelCondition, readerSql, readerOf } from '../kit/conditions.ts';
import { ofDialect } from '../kit/dialect.ts';
import { forEachGiven } from '../kit/for-each-given.ts';
import { indexStatuses, type Statuses } from './item-queries.ts';
import type { NewItemRow } from '../kit/item-rows.ts';
import { ownIdIn, existingColumns, type Existing } from './idempotency.ts';
import type { ReadTransaction } from '../kit/transaction.ts';

/** An existing item that has the same key as a new row. */
export type ExistingRow = Existing & Statuses;

/**
 * Computes the key that identifies an item when it is sent again: its external id or its merge key, within its audience.
 * Returns undefined for most rows, which have neither.
 */
export function sameKeyOf(row: NewItemRow): string | undefined {
  if (row.external_id) return JSON.stringify([row.kind, row.source, row.external_id, audienceOf(row)]);
  return row.merge_key ? JSON.stringify([row.merge_key, row.visibility, row.channel ?? '', ownerOf(row)]) : undefined;
}

/**
 * Computes a key of the external id and the readers, without the channel: a writer who can see an item with this external
 * id in another channel gets that item. Returns undefined for a row without an external id.
 */
export const readersKeyOf = (row: NewItemRow): string | undefined =>
  row.external_id ? JSON.stringify([row.kind, row.source, row.external_id, readerOf(row)]) : undefined;

const ownerOf = (row: NewItemRow) => (row.visibility === 'private' ? row.principal_id : '');

type FoundItem = ExistingRow & { readonly sameKey: string };

const textColumns = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, 'text'])) as Record<Name, 'text'>;

const externalIdColumns = textColumns('sameKey', 'kind', 'source', 'externalId', 'reader', 'audience');
const mergeKeyColumns = textColumns('sameKey', 'mergeKey', 'visibility', 'channel', 'owner');

interface WriterFields {
  readonly orgId: string;
  /** The names of channels that are closed to the writer; items in these channels are not searched. */
  readonly closedChannels: string;
}

/** Selects one item with a key. `limit` makes the planner use the unique index. */
const existingQueries = ofDialect((dialect) => {
  const columns = sql.join([...existingColumns.map((column) => sql.ref(`item.${column}`)), ...indexStatuses]);
  const one = (sameKey: RawBuilder<unknown>, orgId: unknown, condition: RawBuilder<unknown>) =>
    sql<FoundItem>`select ${sameKey} as "sameKey", ${columns} from item where item.org_id = ${orgId} and ${condition} limit 1`;
  const isSeen = (given: (name: string) => RawBuilder<unknown>, closedChannels: string) =>
    sql`${readerSql()} = ${given('reader')} and ${openChannelCondition(sql.ref('item.channel'), { closedChannels })}`;
  return {
    /** Prefers an item of the same audience to an item in another channel. */
    byExternalId: forEachGiven<WriterFields, FoundItem>(dialect, {
      columns: externalIdColumns,
      rows: (place, given) =>
        one(
          given('sameKey'),
          place('orgId'),
          sql`${dialect.hasExternalId('item', {
            orgId: sql`${place('orgId')}`,
            source: given('source'),
            id: given('externalId'),
          })} and item.kind = ${given('kind')} and ${isSeen(given, place('closedChannels'))}
          order by case when ${audienceSql()} = ${given('audience')} then 0 else 1 end`,
        ),
    }),
    /** Finds items by an external id that is the id of a stored item. */
    byOwnId: forEachGiven<WriterFields, FoundItem>(dialect, {
      columns: { ...externalIdColumns, id: 'uuid' },
      rows: (place, given) =>
        one(
          given('sameKey'),
          place('orgId'),
          sql`item.id = ${given('id')} and item.kind = ${given('kind')} and item.source = ${given('source')}
            and item.external_id is null and item.state <> 'deleted' and ${isSeen(given, place('closedChannels'))}`,
        ),
    }),
    byMergeKey: forEachGiven<{ orgId: string }, FoundItem>(dialect, {
      columns: mergeKeyColumns,
      rows: (place, given) =>
        one(
          given('sameKey'),
          place('orgId'),
          sql`item.merge_key = ${given('mergeKey')} and item.visibility = ${given('visibility')}
            and coalesce(item.channel, '') = ${given('channel')}
            and (case item.visibility when 'private' then cast(item.principal_id as text) else '' end) = ${given('owner')}`,
        ),
    }),
  };
});

/**
 * Finds existing items that share a key with new rows and that the writer can see. Maps `sameKeyOf` of the new row to the
 * existing item.
 */
export async function findExisting(
  tx: ReadTransaction,
  writer: WriterFields,
  rows: readonly NewItemRow[],
): Promise<Map<string, ExistingRow>> {
  const queries = existingQueries(tx.dialect);
  const names = rows.filter((row) => row.external_id).map(nameOf);
  const ownIds = names.filter(({ id }) => id !== null);
  const merges = rows.filter((row) => !row.external_id && row.merge_key).map(mergeOf);
  const found = await Promise.all([
    queries.byOwnId(tx, writer, ownIds),
    queries.byExternalId(tx, writer, names),
    queries.byMergeKey(tx, { orgId: writer.orgId }, merges),
  ]);
  return new Map(found.flat().map((row) => [row.sameKey, row]));
}

const nameOf = (row: NewItemRow) => ({
  sameKey: sameKeyOf(row),
  kind: row.kind,
  source: row.source,
  externalId: row.external_id,
  reader: readerOf(row),
  audience: audienceOf(row),
  id: ownIdIn(row.external_id) ?? null,
});

const mergeOf = (row: NewItemRow) => ({
  sameKey: sameKeyOf(row),
  mergeKey: row.merge_key,
  visibility: row.visibility,
  channel: row.channel ?? '',
  owner: ownerOf(row),
});
