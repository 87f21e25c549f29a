import { DEMO_CHANNEL, DEMO_SOURCE, IMPORT_ID } from '@cairn/contracts';
import { CHANNEL_SEPARATOR, channelsOf, excludesMessages, isSeenByAll, type Filter, type Scope } from '@cairn/domain';
import { sql, type Insertable, type RawBuilder, type SqlBool } from 'kysely';
import type { Condition, Dialect } from './dialect.ts';
import type { ItemTable } from './tables.ts';

/**
 * The fields of a `Scope` as plain data, which can be sent to another thread. Unlike a `Scope`, they do not prove that
 * `scopeOf` made them.
 */
export type ScopeFields = Pick<
  Scope,
  'orgId' | 'principalId' | 'agentIds' | 'peerChannel' | 'teamWords' | 'closedChannels'
>;

/** A scope of placeholders; each run of a prepared query supplies the values. */
export const scopePlaces = (place: <Name extends keyof ScopeFields>(name: Name) => ScopeFields[Name]): ScopeFields => ({
  orgId: place('orgId'),
  principalId: place('principalId'),
  agentIds: place('agentIds'),
  peerChannel: place('peerChannel'),
  teamWords: place('teamWords'),
  closedChannels: place('closedChannels'),
});

/** The values for the placeholders of `scopePlaces`. */
export const fieldsOf = (scope: ScopeFields): ScopeFields => ({
  orgId: scope.orgId,
  principalId: scope.principalId,
  agentIds: scope.agentIds,
  peerChannel: scope.peerChannel,
  teamWords: scope.teamWords,
  closedChannels: scope.closedChannels,
});

const columnsOf = (alias: string) => (name: keyof ItemTable) => sql.ref(`${alias}.${name}`);

/** `isVisible` of the domain in SQL. Forgotten items are never visible. */
export function visibilityCondition(scope: ScopeFields, alias = 'item'): Condition {
  const column = columnsOf(alias);
  return sql<SqlBool>`(${column('org_id')} = ${scope.orgId} and ${column('state')} <> 'deleted' and (
    ${column('visibility')} in ('org', 'team', 'channel')
    or (${column('visibility')} = 'private' and ${isOwn(column('principal_id'), scope)})
    or (${column('visibility')} = 'peer' and ${column('channel')} = ${scope.peerChannel})
    or ${isOfTeams(column('visibility'), scope)})
    and ${openChannelCondition(column('channel'), scope)})`;
}

/** SQL condition: the id belongs to the principal of the scope or to an agent of that principal. */
export const isOwn = (id: RawBuilder<unknown>, scope: Pick<ScopeFields, 'principalId' | 'agentIds'>): Condition =>
  sql<SqlBool>`(${id} = ${scope.principalId} or ${isNamedIn(sql`cast(${id} as text)`, scope.agentIds)})`;

/**
 * SQL condition: the list `words` contains `word`. All words of the list have one length, so that no word is part of
 * another.
 */
export const isNamedIn = (word: RawBuilder<unknown>, words: string): Condition =>
  sql<SqlBool>`replace(cast(${words} as text), ${word}, '') <> cast(${words} as text)`;

/**
 * SQL condition: `word` names a team of the scope. Team words all have one length, so that none is contained in another.
 */
export const isOfTeams = (word: RawBuilder<unknown>, { teamWords }: Pick<ScopeFields, 'teamWords'>): Condition =>
  sql<SqlBool>`(${word} like 'team:%' and ${isNamedIn(word, teamWords)})`;

/** SQL condition: the channel is not closed to the scope. */
export const openChannelCondition = (
  channel: RawBuilder<unknown>,
  { closedChannels }: Pick<ScopeFields, 'closedChannels'>,
): Condition => {
  const all = sql`cast(${closedChannels} as text)`;
  const separator = sql.lit(CHANNEL_SEPARATOR);
  return sql<SqlBool>`(${all} = '' or ${channel} is null
    or replace(${all}, ${separator} || ${channel} || ${separator}, '') = ${all})`;
};

/** Splits the team words of a scope into a list. */
export const teamsOf = ({ teamWords }: Pick<ScopeFields, 'teamWords'>): readonly string[] =>
  teamWords === '' ? [] : teamWords.split(' ');

/**
 * SQL for the reader word of an item: one word that stands for its readers; '' means everyone in the organisation.
 * Indexes are built on this expression, so it must not change. `readerOf` computes the same word in TypeScript.
 */
export function readerSql(alias = 'item'): RawBuilder<string> {
  const column = columnsOf(alias);
  return sql<string>`(case ${column('visibility')} when 'private' then 'owner ' || cast(${column('principal_id')} as text)
    when 'peer' then 'peer ' || coalesce(${column('channel')}, '') when 'org' then '' when 'channel' then ''
    when 'team' then '' else ${column('visibility')} end)`;
}

export function readerOf({
  visibility,
  principal_id,
  channel,
}: Required<Pick<Insertable<ItemTable>, ReaderColumn>>): string {
  if (visibility === 'private') return `owner ${principal_id}`;
  if (visibility === 'peer') return `peer ${channel ?? ''}`;
  return isSeenByAll(visibility) ? '' : visibility;
}

/**
 * SQL for the audience of an item: its readers, and its channel if channels can be closed to some of these readers.
 * Whoever sees one item of an audience sees all of its items. Keys are unique within an audience, so that a refusal never
 * reveals a hidden item. Indexes are built on this expression, so it must not change. `audienceOf` computes the same text
 * in TypeScript.
 */
export function audienceSql(alias = 'item', channelOf?: RawBuilder<unknown>): RawBuilder<string> {
  const column = columnsOf(alias);
  const channel = sql`coalesce(${channelOf ?? column('channel')}, '')`;
  return sql<string>`(case ${column('visibility')} when 'private' then 'owner ' || cast(${column('principal_id')} as text) || ' ' || ${channel}
    when 'peer' then 'peer ' || ${channel} when 'org' then 'all ' || ${channel} when 'channel' then 'all ' || ${channel}
    when 'team' then 'all ' || ${channel} else ${column('visibility')} || ' ' || ${channel} end)`;
}

export function audienceOf(row: Required<Pick<Insertable<ItemTable>, ReaderColumn>>): string {
  if (row.visibility === 'peer') return readerOf(row);
  return `${readerOf(row) || 'all'} ${row.channel ?? ''}`;
}

/** Whether everybody who can read `item` can read `other` too. */
export const isReadByReadersOf = (
  other: Required<Pick<Insertable<ItemTable>, ReaderColumn>>,
  item: typeof other,
): boolean =>
  audienceOf(other) === audienceOf(item) ||
  (isSeenByAll(other.visibility) && (other.channel === null || other.channel === item.channel));

type ReaderColumn = 'visibility' | 'principal_id' | 'channel';

/** `matchesFilter` of the domain in SQL. */
export function filterCondition(dialect: Dialect, filter: Filter, alias = 'item'): Condition {
  const column = columnsOf(alias);
  const kindConditions =
    filter.kind === 'message' ? messageConditions(dialect, filter, column) : memoryConditions(dialect, filter, column);
  const conditions = [sql`${column('kind')} = ${filter.kind}`, ...commonConditions(filter, column), ...kindConditions];
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

type Columns = ReturnType<typeof columnsOf>;

function* commonConditions(filter: Filter, column: Columns): Generator<Condition> {
  yield stateCondition(filter, column('state'), column('active_to'));
  if (filter.noDemo) yield isNotOfDemo(column);
  if (filter.project !== undefined) yield sql<SqlBool>`${column('project')} = ${filter.project}`;
  if (filter.sinceMs !== undefined) yield sql<SqlBool>`${column('effective_at')} >= ${filter.sinceMs}`;
  if (filter.untilMs !== undefined) yield sql<SqlBool>`${column('effective_at')} <= ${filter.untilMs}`;
}

/** `isOfDemo` of the domain in SQL. */
const isNotOfDemo = (column: Columns): Condition =>
  sql<SqlBool>`(${column('source')} <> ${sql.lit(DEMO_SOURCE)} or coalesce(${column('channel')}, '') <> ${sql.lit(DEMO_CHANNEL)})`;

function stateCondition(filter: Filter, state: RawBuilder<unknown>, activeTo: RawBuilder<unknown>) {
  const { includeArchived, includeProposed, asOf } = filter;
  const present = includeProposed ? sql`${state} in ('active', 'proposed')` : sql`${state} = 'active'`;
  const hidden = includeProposed ? sql`${state} <> 'deleted'` : sql`${state} not in ('deleted', 'proposed')`;
  if (includeArchived) return sql<SqlBool>`${hidden}`;
  if (asOf === undefined) return sql<SqlBool>`${present}`;
  return sql<SqlBool>`(${present} or (${hidden} and ${activeTo} > ${asOf}))`;
}

/** `holdsAt` of the domain in SQL. */
const validityCondition = (column: Columns, at: number): Condition =>
  sql<SqlBool>`(coalesce(${column('valid_from')}, ${at}) <= ${at} and (${column('valid_to')} is null or ${column('valid_to')} > ${at}))`;

function* memoryConditions({ isOneOf, holds }: Dialect, filter: Filter, column: Columns): Generator<Condition> {
  if (filter.channel !== undefined) {
    yield sql<SqlBool>`(${column('channel')} is null or ${inChannels(isOneOf, filter, column)})`;
  }
  if (filter.workspaceId !== undefined) yield sql<SqlBool>`${column('subchannel')} = ${filter.workspaceId}`;
  if (filter.noteIds)
    yield filter.noteIds.length > 0 ? isOneOf(column('session_key'), filter.noteIds) : sql<SqlBool>`false`;
  if (filter.stores?.length) yield isOneOf(column('store'), filter.stores);
  if (filter.categories?.length) yield isOneOf(column('category'), filter.categories);
  if (filter.tags?.length) yield holds(column('tags'), [...new Set(filter.tags)], filter.tagMatch ?? 'any');
  if (filter.knowledgeBases?.length) yield isOneOf(column('knowledge_base'), filter.knowledgeBases);
  yield* aboutConditions(filter, column);
}

function* aboutConditions(filter: Filter, column: Columns): Generator<Condition> {
  if (filter.subject !== undefined) yield sql<SqlBool>`${column('subject')} = ${filter.subject}`;
  if (filter.attribute !== undefined) yield sql<SqlBool>`${column('attribute')} = ${filter.attribute}`;
  if (filter.holdsAt !== undefined) yield validityCondition(column, filter.holdsAt);
  if (filter.asOf === undefined) return;
  yield validityCondition(column, filter.asOf);
  yield sql<SqlBool>`coalesce(${column('valid_from')}, ${column('effective_at')}) <= ${filter.asOf}`;
  yield sql<SqlBool>`coalesce(${column('active_from')}, ${filter.asOf}) <= ${filter.asOf}`;
}

/** Selects channels. Compares a single channel by equality, so that indexes by channel apply. */
function inChannels(isOneOf: Dialect['isOneOf'], filter: Filter, column: Columns): Condition {
  const [channel, ...others] = channelsOf(filter);
  return others.length === 0
    ? sql<SqlBool>`${column('channel')} = ${channel}`
    : isOneOf(column('channel'), channelsOf(filter));
}

function* messageConditions({ isOneOf }: Dialect, filter: Filter, column: Columns): Generator<Condition> {
  if (excludesMessages(filter)) yield sql<SqlBool>`false`;
  if (filter.asOf !== undefined) yield sql<SqlBool>`${column('effective_at')} <= ${filter.asOf}`;
  if (filter.channel !== undefined) yield inChannels(isOneOf, filter, column);
  if (filter.subchannel !== undefined) yield sql<SqlBool>`${column('subchannel')} = ${filter.subchannel}`;
  if (filter.sessionKey !== undefined) yield sql<SqlBool>`${column('session_key')} = ${filter.sessionKey}`;
}

/** SQL condition: the item came with this import. An import id contains no character that is special in JSON or in a pattern. */
export const isOfImport = (importId: string) =>
  sql<SqlBool>`item.provenance like ${`%${JSON.stringify(IMPORT_ID)}:${JSON.stringify(importId)}%`}`;
