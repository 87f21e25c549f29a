import type { Category, IndexState, Item, ItemId, ItemKind, Message, StatsResponse, Store } from '@cairn/contracts';
import type { Filter, Pointer, Traits } from '@cairn/ports';
import { groupOf } from '@cairn/text';
import { sql } from 'kysely';
import { fieldsOf, passing, scopePlaces, visible, type ScopeFields } from '../sqlite/conditions.ts';
import { prepared, queries, type Database, type PlaceOf } from '../sqlite/database.ts';
import { indexStateOf } from './index-states.ts';
import { itemOf } from './item-rows.ts';
import { isBehind } from './outbox-commands.ts';

/** Joined first, so that the engine goes from the few ids to the items, whatever it thinks of the other conditions. */
const wantedItems = (ids: string) =>
  queries
    .selectFrom(sql<{ value: string }>`json_each(${ids})`.as('wanted'))
    .crossJoin('item')
    .whereRef('item.id', '=', 'wanted.value');

const idList = (ids: readonly ItemId[]) => JSON.stringify([...new Set(ids)]);

const visibleItem = prepared<ScopeFields & { kind: ItemKind; id: ItemId }>()((place) =>
  queries
    .selectFrom('item')
    .selectAll()
    .where('id', '=', place('id'))
    .where('kind', '=', place('kind'))
    .where(visible(scopePlaces(place))),
);

export function findItem(
  db: Database,
  scope: ScopeFields,
  kind: ItemKind,
  id: ItemId,
): (Item & { index: IndexState }) | undefined {
  const row = db.get(visibleItem, { ...fieldsOf(scope), kind, id });
  return row && { ...itemOf(row), index: indexStateOf(db, row.seq) };
}

export function hydrate(db: Database, scope: ScopeFields, filter: Filter, ids: readonly ItemId[]): Item[] {
  const rows = db.all(wantedItems(idList(ids)).selectAll('item').where(visible(scope)).where(passing(filter)));
  return rows.map(itemOf);
}

export function recent(db: Database, scope: ScopeFields, filter: Filter, limit: number): Message[] {
  const newest = queries
    .selectFrom('item')
    .selectAll()
    .where(visible(scope))
    .where(passing(filter))
    .orderBy('effective_at', 'desc')
    .orderBy('seq', 'desc')
    .limit(limit);
  return db.all(newest).reverse().map(itemOf) as Message[];
}

export function traits(db: Database, scope: ScopeFields, kind: ItemKind, ids: readonly ItemId[]): Traits[] {
  const values = { ...fieldsOf(scope), kind, ids: idList(ids) };
  const found: TraitRow[] = kind === 'memory' ? db.all(memoryTraits, values) : db.all(messageTraits, values);
  return found.map(traitsOf);
}

type MemoryRow = NonNullable<(typeof memoryTraits)['row']>;
type MessageRow = NonNullable<(typeof messageTraits)['row']>;
type TraitRow = MemoryRow & Partial<MessageRow>;

function traitsOf(row: TraitRow): Traits {
  const { previousId, previousRole, previousShare, nextId, nextRole, toldFrom, toldTo } = row;
  const { id, kind, length, time, speaker, role, channel, subchannel, questionShare } = row;
  const assistants = role === 'assistant' || row.assistants === 1;
  return {
    id: id as ItemId,
    kind,
    length,
    time,
    speaker,
    role,
    channel,
    subchannel,
    questionShare,
    store: row.store as Store | null,
    category: row.category as Category | null,
    group: groupOf(row),
    thread: kind === 'memory' ? null : assistants ? 'assistant' : 'people',
    says: { time: row.saysTime === 1, number: row.saysNumber === 1 },
    ...(toldFrom !== null && toldTo !== null && { told: { from: toldFrom, to: toldTo } }),
    ...(previousId
      ? { previous: { id: previousId as ItemId, role: previousRole ?? '', questionShare: previousShare ?? 0 } }
      : {}),
    ...(nextId ? { next: { id: nextId as ItemId, role: nextRole ?? '' } } : {}),
  };
}

/** The `seq` of the nearest message of the same session that the scope sees. */
function neighbour(scope: ScopeFields, side: 'before' | 'after') {
  const [comparison, order] = side === 'before' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  return sql<number>`(select near.seq from item as near
    where near.org_id = item.org_id and near.session_key = item.session_key
      and near.turn ${comparison} item.turn and ${visible(scope, 'near')}
    order by near.turn ${order} limit 1)`;
}

/** Whether an assistant speaks in the item's session; a small index answers it. */
const hasAssistant = (scope: ScopeFields) =>
  sql<number>`exists (select 1 from item as other where other.role = 'assistant' and other.session_key is not null
    and other.org_id = item.org_id and other.session_key = item.session_key and ${visible(scope, 'other')})`;

interface TraitsQuery extends ScopeFields {
  readonly kind: ItemKind;
  readonly ids: string;
}

const ownTraits = (place: PlaceOf<TraitsQuery>) =>
  wantedItems(place('ids'))
    .select(['item.id', 'item.kind', 'item.length', 'item.effective_at as time', 'item.speaker', 'item.role'])
    .select(['item.channel', 'item.subchannel', 'item.store', 'item.category', 'item.title'])
    .select(['item.question_share as questionShare', 'item.session_key as sessionKey'])
    .select(['item.says_time as saysTime', 'item.says_number as saysNumber'])
    .select(['item.told_from as toldFrom', 'item.told_to as toldTo'])
    .where('item.kind', '=', place('kind'))
    .where(visible(scopePlaces(place)));

/** Memories have no neighbours, and looking for them takes as long as all the rest. */
const memoryTraits = prepared<TraitsQuery>()(ownTraits);

const messageTraits = prepared<TraitsQuery>()((place) => {
  const scope = scopePlaces(place);
  return ownTraits(place)
    .leftJoin('item as before', (join) => join.on('before.seq', '=', neighbour(scope, 'before')))
    .leftJoin('item as after', (join) => join.on('after.seq', '=', neighbour(scope, 'after')))
    .select(['before.id as previousId', 'before.role as previousRole', 'before.question_share as previousShare'])
    .select(['after.id as nextId', 'after.role as nextRole', hasAssistant(scope).as('assistants')]);
});

export function count(db: Database, scope: ScopeFields, filter: Filter, max: number): number {
  const some = queries.selectFrom('item').select('seq').where(visible(scope)).where(passing(filter)).limit(max);
  const counted = queries.selectFrom(some.as('some')).select((eb) => eb.fn.countAll<number>().as('number'));
  return db.get(counted)?.number ?? 0;
}

const byPointer = prepared<Pointer>()((place) =>
  queries
    .selectFrom('item')
    .selectAll()
    .where('id', '=', place('id'))
    .where('org_id', '=', place('orgId'))
    .where('kind', '=', place('kind')),
);

export function loadItem(db: Database, pointer: Pointer): Item | { deletedAt: number; version: number } | undefined {
  const row = db.get(byPointer, pointer);
  if (row?.state === 'deleted') return { deletedAt: row.deleted_at ?? 0, version: row.version };
  return row && itemOf(row);
}

const DAY_MS = 86_400_000;
const STRONGEST = 5;

export function stats(db: Database, scope: ScopeFields, now: number): StatsResponse {
  const dayAgo = now - DAY_MS;
  return {
    memories: memoryStats(db, scope, dayAgo),
    messages: messageStats(db, scope, dayAgo),
    index: indexStats(db, scope),
    strongest: strongest(db, scope),
  };
}

function memoryStats(db: Database, scope: ScopeFields, dayAgo: number): StatsResponse['memories'] {
  const groups = db.all(
    queries
      .selectFrom('item')
      .select(['state', 'store', 'category'])
      .select((eb) => [eb.fn.countAll<number>().as('number'), eb.fn.sum<number>('strength').as('strength')])
      .select(sql<number>`sum(created_at >= ${dayAgo})`.as('fresh'))
      .where('kind', '=', 'memory')
      .where(visible(scope))
      .groupBy(['state', 'store', 'category']),
  );
  const total = sumOf(groups, ({ number }) => number);
  return {
    total,
    archived: sumOf(groups, ({ state, number }) => (state === 'active' ? 0 : number)),
    byStore: sumsBy(groups, ({ store }) => store),
    byCategory: sumsBy(groups, ({ category }) => category),
    meanStrength: total === 0 ? 0 : sumOf(groups, ({ strength }) => strength) / total,
    last24h: sumOf(groups, ({ fresh }) => fresh),
  };
}

const sumOf = <Row>(rows: readonly Row[], value: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + value(row), 0);

function sumsBy<Row extends { number: number }>(rows: readonly Row[], key: (row: Row) => string | null) {
  const sums: Record<string, number> = {};
  for (const row of rows) sums[key(row) ?? ''] = (sums[key(row) ?? ''] ?? 0) + row.number;
  return sums;
}

function messageStats(db: Database, scope: ScopeFields, dayAgo: number): StatsResponse['messages'] {
  const found = db.get(
    queries
      .selectFrom('item')
      .select((eb) => [
        eb.fn.countAll<number>().as('total'),
        eb.fn.count<number>('channel').distinct().as('channels'),
        eb.fn.count<number>('session_key').distinct().as('sessions'),
      ])
      .select(sql<number>`coalesce(sum(created_at >= ${dayAgo}), 0)`.as('last24h'))
      .where('kind', '=', 'message')
      .where(visible(scope)),
  );
  return { ...(found ?? { total: 0, last24h: 0, channels: 0, sessions: 0 }) };
}

function indexStats(db: Database, scope: ScopeFields): StatsResponse['index'] {
  const behind = db.all(
    queries
      .selectFrom('index_state')
      .crossJoin('item')
      .whereRef('item.seq', '=', 'index_state.item_seq')
      .select(['index_state.target', 'index_state.status'])
      .select((eb) => eb.fn.countAll<number>().as('number'))
      .where(isBehind)
      .where(visible(scope))
      .groupBy(['index_state.target', 'index_state.status']),
  );
  const counts = { pending: { words: 0, vectors: 0 }, dead: { words: 0, vectors: 0 } };
  for (const { target, status, number } of behind) counts[status as 'pending' | 'dead'][target] = number;
  return counts;
}

function strongest(db: Database, scope: ScopeFields): StatsResponse['strongest'] {
  return db
    .all(
      queries
        .selectFrom('item')
        .select(['id as memoryId', 'title', 'strength'])
        .where('kind', '=', 'memory')
        .where('state', '=', 'active')
        .where(visible(scope))
        .orderBy('strength', 'desc')
        .orderBy('effective_at', 'desc')
        .orderBy('seq', 'desc')
        .limit(STRONGEST),
    )
    .map(({ memoryId, title, strength }) => ({ memoryId, title: title ?? '', strength: strength ?? 0 }));
}
