import type { Category, ItemId, ItemKind, Store } from '@cairn/contracts';
import { isOfDemo, isRepositoryFile } from '@cairn/domain';
import type { Mentions, CandidateFeatures } from '@cairn/ports';
import { groupOf } from '@cairn/text';
import { sql, type Selectable, type SqlBool } from 'kysely';
import { scopePlaces, visibilityCondition, type ScopeFields } from '../kit/conditions.ts';
import { ofDialect, type Dialect, type List } from '../kit/dialect.ts';
import { indexHint } from '../kit/for-each-given.ts';
import { itemsOf } from './item-queries.ts';
import { strengthOfRow } from '../kit/item-rows.ts';
import { prepared, type PlaceOf } from '../kit/prepared.ts';
import type { Tables } from '../kit/tables.ts';

type Features = Selectable<Tables['text_features']>;

interface FeaturesQuery extends ScopeFields {
  readonly kind: ItemKind;
  readonly ids: List;
}

/**
 * Selects the nearest message before or after an item, in the order of arrival, that belongs to the same session and that
 * the scope may see.
 */
function nearestMessageQuery(scope: ScopeFields, side: 'before' | 'after') {
  const [comparison, order] = side === 'before' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  return sql`from item as near
    where near.org_id = item.org_id and near.session_key = item.session_key
      and near.seq ${comparison} item.seq and ${visibilityCondition(scope, 'near')}
    order by near.seq ${order} limit 1`;
}

/**
 * SQL condition: the item's session contains a message of an assistant. A partial index answers this condition; the index of
 * turns, which SQLite would prefer, contains every message of the session.
 */
const hasAssistant = (dialect: Dialect, scope: ScopeFields) =>
  sql<SqlBool>`exists (select 1 from item as other ${indexHint(dialect, 'item_by_assistant')} where other.role = 'assistant' and other.session_key is not null
    and other.org_id = item.org_id and other.session_key = item.session_key and ${visibilityCondition(scope, 'other')})`;

/** Selects the text features of an item by its id. */
function textFeaturesOf({ name }: Dialect, alias: 'item' | 'before', as: string) {
  const id = sql.ref(`${alias}.id`);
  return name === 'sqlite'
    ? { table: sql<Features>`text_features`, on: sql<SqlBool>`${sql.ref(`${as}.item_id`)} = ${id}` }
    : {
        table: sql<Features>`lateral (select * from text_features where item_id = ${id} offset 0)`,
        on: sql<SqlBool>`true`,
      };
}

const ownFeatures = (dialect: Dialect, place: PlaceOf<FeaturesQuery>) =>
  itemsOf(dialect, place('ids'))
    .leftJoin(textFeaturesOf(dialect, 'item', 'features').table.as('features'), (join) =>
      join.on(textFeaturesOf(dialect, 'item', 'features').on),
    )
    .select(['item.id', 'item.kind', 'item.length', 'item.effective_at as time', 'item.speaker', 'item.role'])
    .select(['item.channel', 'item.subchannel', 'item.store', 'item.category', 'item.title', 'item.source'])
    .select('item.project')
    .select(['features.question_share as questionShare', 'item.session_key as sessionKey', 'item.turn'])
    .select(['features.says_time as mentionsTime', 'features.says_number as mentionsNumber'])
    .select(['features.says_name as mentionsName', 'features.says_rule as mentionsRule'])
    .select(['features.told_from as mentionedFrom', 'features.told_to as mentionedTo'])
    .where('item.kind', '=', place('kind'))
    .where(visibilityCondition(scopePlaces(place)));

/**
 * Queries for ranking features, by kind of item. Memories and notes have no neighbours in a session, and searching for them
 * would double the time.
 */
export const candidateFeatureQueries = ofDialect((dialect) => ({
  memory: prepared<FeaturesQuery>()((place) => ownFeatures(dialect, place).select(strengthOfRow)),
  note: prepared<FeaturesQuery>()((place) => ownFeatures(dialect, place)),
  message: prepared<FeaturesQuery>()((place) => {
    const scope = scopePlaces(place);
    const before = dialect.nearest(nearestMessageQuery(scope, 'before'), 'before');
    const after = dialect.nearest(nearestMessageQuery(scope, 'after'), 'after');
    const asked = textFeaturesOf(dialect, 'before', 'asked');
    return ownFeatures(dialect, place)
      .leftJoin(before.item.as('before'), (join) => join.on(before.on))
      .leftJoin(after.item.as('after'), (join) => join.on(after.on))
      .leftJoin(asked.table.as('asked'), (join) => join.on(asked.on))
      .select(['before.id as previousId', 'before.role as previousRole', 'asked.question_share as previousShare'])
      .select(['after.id as nextId', 'after.role as nextRole', hasAssistant(dialect, scope).as('assistants')]);
  }),
}));

type Queries = ReturnType<typeof candidateFeatureQueries>;
type MemoryRow = NonNullable<Queries['memory']['row']>;
type MessageRow = NonNullable<Queries['message']['row']>;
type NoteRow = NonNullable<Queries['note']['row']>;
export type CandidateFeatureRow = NoteRow & Partial<MemoryRow & MessageRow>;

export function candidateFeaturesOf(row: CandidateFeatureRow): CandidateFeatures {
  const { previousId, previousRole, previousShare, nextId, nextRole, mentionedFrom, mentionedTo } = row;
  const { id, kind, length, time, speaker, role, channel, subchannel, questionShare, turn } = row;
  return {
    id: id as ItemId,
    kind,
    length,
    time,
    speaker,
    role,
    channel,
    subchannel,
    project: row.project,
    questionShare: questionShare ?? 0,
    turn,
    store: row.store as Store | null,
    category: row.category as Category | null,
    isRepositoryFile: isRepositoryFile(row),
    isOfDemo: isOfDemo(row),
    strength: row.strength ?? null,
    group: groupOf({ kind, title: row.title, sessionKey: row.sessionKey, noteId: row.sessionKey }),
    thread: threadOf(row),
    mentions: mentionsOf(row),
    ...(typeof mentionedFrom === 'number' &&
      typeof mentionedTo === 'number' && { mentionedTime: { from: mentionedFrom, to: mentionedTo } }),
    ...(previousId
      ? { previous: { id: previousId as ItemId, role: previousRole ?? '', questionShare: previousShare ?? 0 } }
      : {}),
    ...(nextId ? { next: { id: nextId as ItemId, role: nextRole ?? '' } } : {}),
  };
}

/** Returns null for a memory, and for a message whose session was not read. */
function threadOf({ kind, role, assistants }: CandidateFeatureRow): CandidateFeatures['thread'] {
  if (kind !== 'message' || assistants === undefined) return null;
  return role === 'assistant' || Boolean(assistants) ? 'assistant' : 'people';
}

const mentionsOf = ({ mentionsTime, mentionsNumber, mentionsName, mentionsRule }: CandidateFeatureRow): Mentions => ({
  time: mentionsTime === 1,
  number: mentionsNumber === 1,
  name: mentionsName === 1,
  rule: mentionsRule === 1,
});
