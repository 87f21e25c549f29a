import type {
  AuditAct,
  AuditKind,
  AuditOutcome,
  EventName,
  GenerationStatus,
  IndexStatus,
  IndexTarget,
  ItemKind,
  ItemState,
  Role,
  Subscriber,
  Visibility,
} from '@cairn/contracts';
import { column, defineTable, type RowOf } from './ddl.ts';

/** The tables of the truth, with the same columns in either dialect: times are epoch ms, lists and objects are JSON text. */
export interface Tables {
  organisation: RowOf<typeof organisation>;
  principal: PrincipalTable;
  api_key: ApiKeyTable;
  item: ItemTable;
  origin: OriginTable;
  speaker: SpeakerTable;
  alias: RowOf<typeof alias>;
  alias_sighting: AliasSightingTable;
  index_state: IndexStateTable;
  subscriber_progress: RowOf<typeof subscriberProgress>;
  outbox: OutboxTable;
  dead_letter: DeadLetterTable;
  idempotency: RowOf<typeof idempotency>;
  audit: AuditTable;
  generation: RowOf<typeof generation>;
}

const organisation = defineTable({
  name: 'organisation',
  columns: {
    id: column.id(),
    created_at: column.time(),
    /** JSON list of channel prefixes. */
    peer_prefixes: column.text(),
    masking: column.defaulted(column.text<'on' | 'off'>(), 'on'),
    /** Null means the default limit. */
    recall_limit: column.nullable(column.int()),
    name: column.defaulted(column.text(), 'default'),
    /** Null means no limit. */
    calls_per_minute: column.nullable(column.int()),
  },
  key: ['id'],
  moves: true,
});

const principal = defineTable({
  name: 'principal',
  columns: {
    id: column.id(),
    org_id: column.references(column.id(), 'organisation (id)'),
    name: column.text(),
    kind: column.text<'person' | 'agent'>(),
    created_at: column.time(),
    /** The highest role of the principal's keys. */
    role: column.defaulted(column.text<Role>(), 'writer'),
    /** JSON list of peer channels. */
    peers: column.defaulted(column.text(), '[]'),
    left_at: column.nullable(column.time()),
    /** The person who owns the agent; null for a person, and for an agent without an owner. */
    owner_id: column.nullable(column.id()),
  },
  key: ['id'],
  indexes: { principal_by_owner: '(owner_id) where owner_id is not null' },
  appMay: 'select, insert, update',
  moves: true,
});

const apiKey = defineTable({
  name: 'api_key',
  columns: {
    id: column.id(),
    org_id: column.references(column.id(), 'organisation (id)'),
    principal_id: column.references(column.id(), 'principal (id)'),
    /** SHA-256 of the key, hex. */
    hash: column.text(),
    prefix: column.text(),
    /** The effective role: the lower of the key's own role and the principal's role; updated when either role changes. */
    role: column.text<Role>(),
    /** JSON list of the effective peer channels; updated like `role`. */
    peers: column.text(),
    created_at: column.time(),
    revoked_at: column.nullable(column.time()),
    /** The key's own role; null means the role of the principal. */
    own_role: column.nullable(column.text<Role>()),
    own_peers: column.nullable(column.text()),
    label: column.nullable(column.text()),
    expires_at: column.nullable(column.time()),
    last_used_at: column.nullable(column.time()),
  },
  key: ['id'],
  unique: [['hash']],
  indexes: { api_key_by_org: '(org_id, created_at)', api_key_by_principal: '(principal_id)' },
  appMay: 'select, insert, update',
  moves: true,
});

/** The expression of `audienceSql` in conditions.ts in the form that an index definition needs. */
const audienceSqlText = `(case visibility when 'private' then 'owner ' || cast(principal_id as text) || ' ' || coalesce(channel, '')
    when 'peer' then 'peer ' || coalesce(channel, '') when 'org' then 'all ' || coalesce(channel, '') when 'channel' then 'all ' || coalesce(channel, '')
    when 'team' then 'all ' || coalesce(channel, '') else visibility || ' ' || coalesce(channel, '') end)`;

/**
 * Makes the definitions of an index that is unique within each audience. Postgres indexes hashes, since one of its index
 * entries cannot contain several long texts.
 */
const perAudience = (columns: (audience: string, hashed: (name: string) => string) => string) => ({
  sqlite: columns(audienceSqlText, (name) => name),
  postgres: columns(`md5(${audienceSqlText})`, (name) => `md5(${name})`),
});

/**
 * Messages, memories and sections of notes. A row is never deleted while its organisation exists: a forgotten item stays as
 * a tombstone with its id and version.
 */
const item = defineTable({
  name: 'item',
  columns: {
    /** The order of arrival; other tables reference this column. */
    seq: column.seq(),
    id: column.id(),
    org_id: column.id(),
    kind: column.text<ItemKind>(),
    principal_id: column.id(),
    visibility: column.text<Visibility>(),
    channel: column.nullable(column.text()),
    state: column.text<ItemState>(),
    version: column.int(),
    timestamp: column.time(),
    created_at: column.time(),
    /** `timestamp` if it is known, else `created_at`. */
    effective_at: column.time(),
    deleted_at: column.nullable(column.time()),
    source: column.text(),
    external_id: column.nullable(column.text()),
    content_hash: column.text(),
    merge_key: column.nullable(column.text()),
    /** Digest of the statement of a memory, by which a text is recognised when it is written again; null for other items. */
    statement: column.nullable(column.text()),
    /** The length of the content in characters. */
    length: column.int(),
    role: column.nullable(column.text()),
    speaker: column.nullable(column.text()),
    subchannel: column.nullable(column.text()),
    session_key: column.nullable(column.text()),
    turn: column.nullable(column.int()),
    /** JSON list of the edits and commands of an agent before this message; null if there are none. */
    tool_calls: column.nullable(column.text()),
    store: column.nullable(column.text()),
    category: column.nullable(column.text()),
    strength: column.nullable(column.real()),
    confidence: column.nullable(column.real()),
    valence: column.nullable(column.real()),
    arousal: column.nullable(column.real()),
    valid_from: column.nullable(column.time()),
    valid_to: column.nullable(column.time()),
    subject: column.nullable(column.text()),
    attribute: column.nullable(column.text()),
    knowledge_base: column.nullable(column.text()),
    /** The project that the item belongs to, as its writer named it; null if the item applies to every project. */
    project: column.nullable(column.text()),
    /** The time at which the item replaced another one; null otherwise. */
    active_from: column.nullable(column.time()),
    /** The time at which the item was archived or superseded; null while it is active. */
    active_to: column.nullable(column.time()),
    /** The person who last confirmed that the memory is true, and the time; null if nobody did. */
    confirmed_by: column.nullable(column.id()),
    confirmed_at: column.nullable(column.time()),
    /** JSON list. */
    tags: column.nullable(column.text()),
    /** JSON list. */
    source_ids: column.nullable(column.text()),
    /** JSON list; null if there are none. */
    action_triggers: column.nullable(column.text()),
    /** JSON list of norms; null if there are none. */
    forbids: column.nullable(column.text()),
    /** JSON list; null if there are none. */
    instead: column.nullable(column.text()),
    /** JSON object; null if there is none. */
    decides: column.nullable(column.text()),
    value: column.nullable(column.text()),
    /** JSON object. */
    provenance: column.text(),
    title: column.nullable(column.text()),
    /**
     * The last characters of the id. Postgres stores this column instead of indexing the expression, since row-level
     * security prevents the use of an expression index with functions that are not leakproof.
     */
    short_id: column.generated('text', 'substr(cast(id as text), 28)'),
    /** `content` is the last column, so that a query for other columns does not read the pages of long texts. */
    content: column.text(),
  },
  key: ['seq'],
  unique: [['id']],
  /** If two indexes look equally good, SQLite takes the one that is defined later. */
  indexes: {
    item_by_merge_key: `unique (org_id, merge_key, visibility, coalesce(channel, ''),
      (case visibility when 'private' then cast(principal_id as text) else '' end)) where merge_key is not null`,
    item_by_statement: '(org_id, statement, state) where statement is not null',
    item_by_time: '(org_id, kind, effective_at, seq)',
    item_by_session: '(org_id, kind, session_key, effective_at, seq) where session_key is not null',
    item_by_channel: '(org_id, kind, channel, effective_at, seq) where channel is not null',
    item_by_assistant: "(org_id, session_key) where role = 'assistant' and session_key is not null",
    item_by_speaker: { postgres: '(org_id, speaker) where speaker is not null' },
    item_by_strength: "(org_id, strength desc, effective_at desc, seq desc) where kind = 'memory' and state = 'active'",
    item_by_arrival: { sqlite: '(org_id, kind)', postgres: '(org_id, kind, seq)' },
    item_in_session: {
      sqlite: '(org_id, session_key) where session_key is not null',
      postgres: '(org_id, session_key, seq) where session_key is not null',
    },
    item_by_category: "(org_id, category, effective_at, seq) where kind = 'memory' and state = 'active'",
    /** Covers the count of a knowledge base's chunks, which reads this index alone. */
    item_of_base: '(org_id, knowledge_base, state, length) where knowledge_base is not null',
    /** Contains `kind` as a column because SQLite prefers the index with the most columns in the condition. */
    item_by_writer: "(org_id, kind, principal_id, seq) where kind = 'message' and session_key is not null",
    item_by_external_id: perAudience(
      (readers, hashed) =>
        `unique (org_id, kind, ${hashed('source')}, ${hashed('external_id')}, ${readers}) where external_id is not null`,
    ),
    item_by_turn: perAudience(
      (readers) => `unique (org_id, session_key, ${readers}, turn) where session_key is not null`,
    ),
    /** Allows at most one active memory for a subject and attribute in each audience, also under concurrent writes. */
    item_by_fact: perAudience(
      (readers) =>
        `unique (org_id, subject, attribute, ${readers}) where state = 'active' and subject is not null and attribute is not null`,
    ),
    item_unsettled: "(org_id, session_key, seq) where kind = 'note' and state = 'deleted' and content_hash <> ''",
    item_by_end: "(org_id, valid_to) where kind = 'memory' and state = 'active' and valid_to is not null",
    item_by_confirmation: '(org_id, confirmed_at) where confirmed_at is not null',
    item_by_subject: '(org_id, subject, effective_at, seq) where subject is not null',
    item_by_short_id: '(org_id, short_id)',
  },
  appMay: 'select, insert, update',
  moves: true,
  afterwards: { postgres: 'grant usage on sequence item_seq_seq to cairn_app;' },
});

/** Links a memory to a source that it was made from. The source may be stored later than the memory, or never. */
const origin = defineTable({
  name: 'origin',
  columns: {
    org_id: column.id(),
    /** The id of the memory. */
    item_id: column.references(column.id(), 'item (id)', 'sqlite'),
    /** The source system of the memory, within which external ids are unique. */
    source: column.text(),
    /** The source as the memory names it: an id, or an external id in the same source system. */
    ref: column.text(),
    /** `ref` if it has the form of an id; else null. */
    ref_id: column.nullable(column.id()),
    /** 1 if the memory names so many sources that it counts as a summary; recall does not link a summary to its sources. */
    is_summary: column.defaulted(column.int(), 0),
  },
  key: ['item_id', 'ref'],
  indexes: { origin_by_ref: '(org_id, ref)', origin_by_ref_id: '(ref_id) where ref_id is not null' },
  appMay: 'select, insert, delete',
  moves: true,
});

/** The speakers of each audience and channel. `channel` is '' for messages without a channel. */
export const speaker = defineTable({
  name: 'speaker',
  columns: {
    org_id: column.id(),
    reach: column.text<'all' | 'peer' | 'private' | 'team'>(),
    /** The principal if `reach` is private, the team word if `reach` is team, otherwise ''. */
    owner: column.text(),
    channel: column.text(),
    name: column.text(),
    /**
     * The number of the speaker's messages that are not forgotten. Only SQLite stores this number: its single writer
     * keeps it up to date.
     */
    messages: column.only('sqlite', column.int()),
  },
  key: ['org_id', 'reach', 'owner', 'channel', 'name'],
  indexes: { speaker_by_name: '(org_id, name)' },
  appMay: 'select, insert, delete',
  moves: true,
});

/** Declared aliases. `key` is the normal form of the alias: two aliases with equal keys are the same alias. */
const alias = defineTable({
  name: 'alias',
  columns: {
    org_id: column.id(),
    key: column.text(),
    id: column.id(),
    alias: column.text(),
    /** JSON list. */
    speakers: column.text(),
    version: column.int(),
  },
  key: ['org_id', 'key'],
  appMay: 'select, insert, update, delete',
  moves: true,
});

/** A message that calls a speaker by a name; deleted with the message. */
const aliasSighting = defineTable({
  name: 'alias_sighting',
  columns: {
    org_id: column.id(),
    key: column.text(),
    speaker: column.text(),
    item_id: column.references(column.id(), 'item (id)', 'sqlite'),
    /** The name as the message spells it. */
    name: column.text(),
    sightings: column.int(),
    /** The version of the rules that detected the name. */
    rules: column.int(),
  },
  key: ['org_id', 'key', 'speaker', 'item_id'],
  indexes: { alias_sighting_by_item: '(item_id)', alias_sighting_by_speaker: '(speaker, org_id)' },
  appMay: 'select, insert, delete',
  moves: true,
});

/** The state of an item in a derived store: whether that store has processed the newest version of the item. */
export const indexState = defineTable({
  name: 'index_state',
  columns: {
    item_seq: column.references(column.time(), 'item (seq)'),
    target: column.text<Subscriber>(),
    org_id: column.id(),
    /**
     * A copy of the item's version. It makes a worker that reports its progress change the same row as a concurrent
     * writer of the item.
     */
    wanted: column.only('postgres', column.int()),
    /** The version that the derived store has processed; 0 if there is none. */
    version: column.int(),
    status: column.text<IndexStatus>(),
    /** The time at which the state began to wait, or at which its event was last sent again. */
    since: column.time(),
    /** The time since which the derived store lacks a change; sending the event again does not change this time. */
    behind_since: column.time(),
  },
  key: ['item_seq', 'target'],
  indexes: {
    index_state_behind: "(status, since) where status <> 'indexed'",
    index_state_by_age: "(target, behind_since) where status = 'pending'",
    index_state_by_organisation: "(org_id, target, behind_since) where status = 'pending'",
    /**
     * Serves the comparison of indexes with the truth. SQLite needs no such index, since its search indexes commit
     * together with the items.
     */
    index_state_indexed: {
      postgres: "(org_id, target, behind_since, item_seq) where status = 'indexed' and target in ('words', 'vectors')",
    },
  },
  fillfactor: 80,
  appMay: 'select, insert, update',
  moves: { leftBehind: 'Every item is indexed again in the new place.' },
});

/**
 * The progress of a subscriber through all items in the order of arrival. Every item up to `place` has an index state for
 * the subscriber.
 */
const subscriberProgress = defineTable({
  name: 'subscriber_progress',
  columns: {
    subscriber: column.text<Subscriber>(),
    /** The `seq` of the last item. */
    place: column.time(),
    /** The version of the rules by which the subscriber processed the items; see `SubscriberRow`. */
    rules: column.defaulted(column.int(), 0),
    /** The `seq` of the last item that the subscriber has to process again; 0 if there is none. */
    again_until: column.defaulted(column.time(), 0),
  },
  key: ['subscriber'],
  moves: { leftBehind: 'The sweeper goes through all items of the new place.' },
});

const outbox = defineTable({
  name: 'outbox',
  columns: {
    id: column.id(),
    event: column.text<EventName>(),
    subscriber: column.text<Subscriber>(),
    org_id: column.id(),
    /** The id of the item that the event is about, if any. */
    item_id: column.nullable(column.id()),
    /** The version of the item, if the event is about a change of it. */
    version: column.nullable(column.int()),
    created_at: column.time(),
    /** The time from which the row may be claimed; for a claimed row, the end of its lease. */
    due_at: column.time(),
    /** 1 if the write announced many events, else 0. Rows of small writes are claimed first within an organisation. */
    bulk: column.int(),
    /** 1 while the row is claimed, else 0. */
    leased: column.int(),
    attempts: column.int(),
    reason: column.nullable(column.text()),
    /** W3C traceparent of the write. */
    trace: column.nullable(column.text()),
    /** JSON object: the payload without outboxId, orgId and trace. */
    payload: column.text(),
  },
  key: ['id'],
  indexes: {
    outbox_by_organisation: '(event, subscriber, org_id, bulk, due_at, id)',
    outbox_by_item: '(item_id, subscriber)',
    /** Finds the time at which the next row is due. */
    outbox_by_due: { postgres: '(due_at, id)' },
  },
  fillfactor: 80,
  appMay: 'insert',
  moves: { leftBehind: 'The sweeper sends waiting events again, with everything else.' },
});

const deadLetter = defineTable({
  name: 'dead_letter',
  columns: {
    id: column.id(),
    event: column.text<EventName>(),
    subscriber: column.text<Subscriber>(),
    org_id: column.id(),
    item_id: column.nullable(column.id()),
    version: column.nullable(column.int()),
    created_at: column.time(),
    attempts: column.int(),
    reason: column.text(),
    dead_lettered_at: column.time(),
    /** JSON object, as in the outbox. */
    payload: column.text(),
  },
  key: ['id'],
  indexes: { dead_letter_by_item: '(item_id)' },
  appMay: 'select (org_id, item_id), delete',
  moves: true,
});

const idempotency = defineTable({
  name: 'idempotency',
  columns: {
    org_id: column.id(),
    principal_id: column.id(),
    key: column.text(),
    request_hash: column.text(),
    /** JSON list of the receipts of the first answer. */
    receipts: column.text(),
    created_at: column.time(),
  },
  key: ['org_id', 'principal_id', 'key'],
  indexes: { idempotency_by_age: '(created_at)' },
  appMay: 'select, insert, update',
  moves: true,
});

const audit = defineTable({
  name: 'audit',
  columns: {
    seq: column.seq(),
    org_id: column.id(),
    principal_id: column.id(),
    /** Null for an act of the server itself, and in rows written before the column existed. */
    key_id: column.nullable(column.id()),
    action: column.text<AuditAct>(),
    /** The kind of the target. For a generation, the kind of its index. */
    kind: column.text<AuditKind>(),
    /**
     * The id of the target. Generations, dead letters, routes and lifted marks have the nil UUID; masking, recall limit
     * and retention rules have the id of the organisation; a selection has the id of the act of forgetting; retention has
     * the id of the run.
     */
    item_id: column.id(),
    /**
     * A number with a meaning that depends on `kind`: the number of the generation; the count of dead letters, items,
     * denied calls, rules or archived memories; 1 for masking on, 0 for off; the recall limit; otherwise the version of
     * the target.
     */
    version: column.int(),
    at: column.time(),
    request_id: column.nullable(column.text()),
    outcome: column.defaulted(column.text<AuditOutcome>(), 'done'),
    /** The route of a denied call. */
    route: column.nullable(column.text()),
    /** The error code of a denied call. */
    reason: column.nullable(column.text()),
  },
  key: ['seq'],
  indexes: { audit_by_target: '(org_id, item_id)' },
  appMay: 'select, insert',
  moves: true,
});

const embeddingKey = { org_id: column.id(), content_hash: column.text(), model_id: column.text(), chunk: column.int() };
/** The range of the text that a chunk covers, and the vectors of its tokens. */
const passageColumns = {
  from: column.int(),
  to: column.int(),
  token_dims: column.nullable(column.int()),
  tokens: column.nullable(column.bytes()),
};

/** The vector of a chunk. Its passage is in another table under the same `seq`, since recall reads passages only. */
const embeddingOnSqlite = defineTable({
  name: 'embedding',
  columns: { seq: column.seq(), ...embeddingKey, dims: column.int(), vector: column.bytes() },
  key: ['seq'],
  unique: [Object.keys(embeddingKey)],
  moves: true,
  only: 'sqlite',
});

const passage = defineTable({
  name: 'passage',
  columns: {
    seq: column.references(column.seq(), 'embedding (seq) on delete cascade'),
    chunk: column.int(),
    ...passageColumns,
  },
  key: ['seq'],
  moves: { leftBehind: 'It moves with its embedding.' },
  only: 'sqlite',
});

/**
 * The vector of a chunk, with its passage. Vector and passage are not compressed, since both look random. Token bits stay
 * inside the row, because recall reads them from many rows; the vector is stored outside, because only a rebuild reads
 * it.
 */
const embeddingOnPostgres = defineTable({
  name: 'embedding',
  columns: { ...embeddingKey, ...passageColumns, dims: column.int(), vector: column.bytes() },
  key: Object.keys(embeddingKey),
  appMay: 'select, insert, update, delete',
  moves: true,
  only: 'postgres',
  afterwards: {
    postgres: 'alter table embedding alter column vector set storage external, alter column tokens set storage main;',
  },
});

/** Links an item to the embedding of its text. */
const itemEmbedding = defineTable({
  name: 'item_embedding',
  columns: {
    item_seq: column.references(column.time(), 'item (seq)'),
    model_id: column.text(),
    org_id: column.id(),
    content_hash: column.text(),
    /** The `seq` of the first chunk of the text. */
    first_seq: column.only('sqlite', column.nullable(column.int())),
  },
  key: ['item_seq', 'model_id'],
  indexes: { item_embedding_by_hash: '(org_id, content_hash, model_id)' },
  appMay: 'select, insert, update, delete',
  moves: true,
});

/** Assigns an organisation the place at which its words are indexed. */
export const placement = defineTable({
  name: 'placement',
  columns: { org_id: column.id(), place: column.text() },
  key: ['org_id'],
  appMay: 'select, insert',
  moves: { leftBehind: 'The new place finds a place for the words itself.' },
  only: 'postgres',
});

/**
 * The generations of the indexes. They belong to the installation, not to an organisation. Unique indexes allow at most one
 * live and one building generation, also under concurrent changes.
 */
const generation = defineTable({
  name: 'generation',
  columns: {
    target: column.text<IndexTarget>(),
    number: column.int(),
    built_by: column.text(),
    layout: column.defaulted(column.int(), 1),
    dims: column.nullable(column.int()),
    status: column.text<GenerationStatus>(),
    cursor: column.defaulted(column.time(), 0),
    started_at: column.time(),
    filled_at: column.nullable(column.time()),
    /** The process that fills the generation; its claim ends at `leased_until`. */
    owner: column.nullable(column.text()),
    leased_until: column.defaulted(column.time(), 0),
  },
  key: ['target', 'number'],
  indexes: {
    generation_live: "unique (target) where status = 'live'",
    generation_building: "unique (target) where status = 'building'",
  },
  systemMay: 'select, insert, update',
  moves: { leftBehind: 'Indexes are built again.' },
});

/** The tables that belong to no single feature. Each table comes after the tables that it references. */
export const coreTables = [
  organisation,
  principal,
  apiKey,
  item,
  origin,
  speaker,
  alias,
  aliasSighting,
  indexState,
  subscriberProgress,
  outbox,
  deadLetter,
  idempotency,
  audit,
  embeddingOnSqlite,
  passage,
  embeddingOnPostgres,
  itemEmbedding,
  placement,
  generation,
];

export type PrincipalTable = RowOf<typeof principal>;
export type ApiKeyTable = RowOf<typeof apiKey>;
export type ItemTable = Omit<RowOf<typeof item>, 'short_id'>;
export type OriginTable = RowOf<typeof origin>;
export type SpeakerTable = Omit<RowOf<typeof speaker>, 'messages'>;
export type AliasSightingTable = RowOf<typeof aliasSighting>;
type IndexStateTable = Omit<RowOf<typeof indexState>, 'wanted'>;
export type OutboxTable = RowOf<typeof outbox>;
export type DeadLetterTable = RowOf<typeof deadLetter>;
export type AuditTable = RowOf<typeof audit>;
