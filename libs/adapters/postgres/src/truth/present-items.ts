import {
  indexStatuses,
  ownIdIn,
  prepared,
  presentColumns,
  reader,
  readerOf,
  type ItemTable,
  type NewItemRow,
} from '@cairn/adapter-sql';
import { sql, type RawBuilder, type Selectable, type SqlBool } from 'kysely';
import { queries } from '../pool/dialect.ts';
import type { Session } from '../pool/session.ts';
import { rowsAsJson } from '../pool/stored-text.ts';

const keyColumns = [
  'org_id',
  'kind',
  'source',
  'external_id',
  'merge_key',
  'visibility',
  'channel',
  'principal_id',
] as const;
type Keyed = Pick<NewItemRow, (typeof keyColumns)[number]>;

/** What makes two rows one item: the same external id or merge key before the same audience. Most rows have neither. */
export function sameKeyOf(row: Omit<Keyed, 'org_id'>): string | undefined {
  if (row.external_id) return JSON.stringify([row.kind, row.source, row.external_id, readerOf(row)]);
  if (!row.merge_key) return undefined;
  const owner = row.visibility === 'private' ? row.principal_id : '';
  return JSON.stringify([row.merge_key, row.visibility, row.channel ?? '', owner]);
}

interface Values {
  readonly externals: string;
  readonly own: string;
  readonly merges: string;
}

const keysIn = (rows: string) => sql`json_populate_recordset(null::item, ${rows}::json) as wanted`;

/** The one item of a key, found in its unique index, whatever the planner believes. */
const found = (rows: string, same: RawBuilder<SqlBool>, externalId = sql<string | null>`item.external_id`) =>
  queries
    .selectFrom(
      sql<Selectable<ItemTable>>`${keysIn(rows)} cross join lateral (select * from item as one
        where one.org_id = wanted.org_id and ${same} offset 0)`.as('item'),
    )
    .select(presentColumns.map((column) => `item.${column}` as const))
    .select(['item.source', externalId.as('external_id'), 'item.merge_key', 'item.channel'])
    .select(indexStatuses);

const sameExternalId = sql<SqlBool>`one.external_id is not null and one.kind = wanted.kind
  and md5(one.source) = md5(wanted.source) and md5(one.external_id) = md5(wanted.external_id)
  and ${reader('one')} = ${reader('wanted')}`;

/** An external id that is the item's own id. */
const sameOwnId = sql<SqlBool>`one.id = wanted.external_id::uuid and one.kind = wanted.kind
  and one.source = wanted.source and one.external_id is null and one.state <> 'deleted'
  and ${reader('one')} = ${reader('wanted')}`;

const sameMergeKey = sql<SqlBool>`one.merge_key is not null and one.merge_key = wanted.merge_key
  and one.visibility = wanted.visibility and coalesce(one.channel, '') = coalesce(wanted.channel, '')
  and (case one.visibility when 'private' then one.principal_id::text else '' end)
    = (case wanted.visibility when 'private' then wanted.principal_id::text else '' end)`;

const presentItems = prepared<Values>()((place) =>
  found(place('own'), sameOwnId, sql`wanted.external_id`)
    .unionAll(found(place('externals'), sameExternalId))
    .unionAll(found(place('merges'), sameMergeKey)),
);

export type PresentRow = NonNullable<(typeof presentItems)['row']>;

/** What is there already of these rows, by `sameKeyOf`. */
export async function findPresent(session: Session, rows: readonly Keyed[]): Promise<Map<string, PresentRow>> {
  const externals = rows.filter((row) => row.external_id);
  const merges = rows.filter((row) => !row.external_id && row.merge_key);
  if (externals.length + merges.length === 0) return new Map();
  const present = await session.all(presentItems, {
    externals: keysOf(externals),
    own: keysOf(externals.filter((row) => ownIdIn(row.external_id) !== undefined)),
    merges: keysOf(merges),
  });
  return new Map(present.map((row) => [sameKeyOf(row) as string, row]));
}

const keysOf = (rows: readonly Keyed[]) =>
  rowsAsJson(rows.map((row) => Object.fromEntries(keyColumns.map((column) => [column, row[column]]))));
