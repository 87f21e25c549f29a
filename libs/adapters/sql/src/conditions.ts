import type { Scope } from '@cairn/contracts';
import type { Filter } from '@cairn/ports';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Condition, Dialect } from './dialect.ts';
import type { NewItemRow } from './item-rows.ts';
import type { ItemTable } from './tables.ts';

/** `Scope` as it crosses a thread: the same fields, without the proof. */
export type ScopeFields = Pick<Scope, 'orgId' | 'principalId' | 'peerChannel'>;

/** A scope whose values come with each run, for a prepared query. */
export const scopePlaces = (place: <Name extends keyof ScopeFields>(name: Name) => ScopeFields[Name]): ScopeFields => ({
  orgId: place('orgId'),
  principalId: place('principalId'),
  peerChannel: place('peerChannel'),
});

/** What `scopePlaces` are filled with. */
export const fieldsOf = ({ orgId, principalId, peerChannel }: ScopeFields): ScopeFields => ({
  orgId,
  principalId,
  peerChannel,
});

const columnsOf = (alias: string) => (name: keyof ItemTable) => sql.ref(`${alias}.${name}`);

/** `visibleTo` of the contracts in SQL, and that the item is not forgotten. */
export function visible(scope: ScopeFields, alias = 'item'): Condition {
  const column = columnsOf(alias);
  return sql<SqlBool>`(${column('org_id')} = ${scope.orgId} and ${column('state')} <> 'deleted' and (
    ${column('visibility')} in ('org', 'team', 'channel')
    or (${column('visibility')} = 'private' and ${column('principal_id')} = ${scope.principalId})
    or (${column('visibility')} = 'peer' and ${column('channel')} = ${scope.peerChannel})))`;
}

/**
 * Who reads an item, in one word: '' is everyone of the organisation. Indexes are made of the same expression, so it must
 * stay as it is. `readerOf` says the same.
 */
export function reader(alias = 'item'): RawBuilder<string> {
  const column = columnsOf(alias);
  return sql<string>`(case ${column('visibility')} when 'private' then 'owner ' || cast(${column('principal_id')} as text)
    when 'peer' then 'peer ' || coalesce(${column('channel')}, '') else '' end)`;
}

export function readerOf({ visibility, principal_id, channel }: Pick<NewItemRow, ReaderColumn>): string {
  if (visibility === 'private') return `owner ${principal_id}`;
  return visibility === 'peer' ? `peer ${channel ?? ''}` : '';
}

type ReaderColumn = 'visibility' | 'principal_id' | 'channel';

/** `passes` of the ports in SQL. */
export function passing(dialect: Dialect, filter: Filter, alias = 'item'): Condition {
  const column = columnsOf(alias);
  const kindConditions =
    filter.kind === 'memory' ? memoryConditions(dialect, filter, column) : messageConditions(filter, column);
  const conditions = [sql`${column('kind')} = ${filter.kind}`, ...commonConditions(filter, column), ...kindConditions];
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

type Columns = ReturnType<typeof columnsOf>;

function* commonConditions(filter: Filter, column: Columns): Generator<Condition> {
  yield filter.includeArchived
    ? sql<SqlBool>`${column('state')} <> 'deleted'`
    : sql<SqlBool>`${column('state')} = 'active'`;
  if (filter.sinceMs !== undefined) yield sql<SqlBool>`${column('effective_at')} >= ${filter.sinceMs}`;
  if (filter.untilMs !== undefined) yield sql<SqlBool>`${column('effective_at')} <= ${filter.untilMs}`;
}

function* memoryConditions({ isOneOf, holds }: Dialect, filter: Filter, column: Columns): Generator<Condition> {
  if (filter.channel !== undefined) {
    yield sql<SqlBool>`(${column('channel')} is null or ${column('channel')} = ${filter.channel})`;
  }
  if (filter.stores?.length) yield isOneOf(column('store'), filter.stores);
  if (filter.categories?.length) yield isOneOf(column('category'), filter.categories);
  if (filter.tags?.length) yield holds(column('tags'), [...new Set(filter.tags)], filter.tagMatch ?? 'any');
}

function* messageConditions(filter: Filter, column: Columns): Generator<Condition> {
  if (filter.stores?.length || filter.categories?.length || filter.tags?.length) yield sql<SqlBool>`false`;
  if (filter.channel !== undefined) yield sql<SqlBool>`${column('channel')} = ${filter.channel}`;
  if (filter.subchannel !== undefined) yield sql<SqlBool>`${column('subchannel')} = ${filter.subchannel}`;
  if (filter.sessionKey !== undefined) yield sql<SqlBool>`${column('session_key')} = ${filter.sessionKey}`;
}
