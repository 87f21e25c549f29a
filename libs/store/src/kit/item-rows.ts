import { createHash } from 'node:crypto';
import {
  IMPORT_ID,
  INITIAL_CONFIDENCE,
  INITIAL_STRENGTH,
  type DecisionMeaning,
  type KeyId,
  type Item,
  type Memory,
  type MemoryInput,
  type Message,
  type MessageInput,
  type Norm,
  type NoteSection,
  type ToolCall,
} from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import type { NewItem } from '@cairn/ports';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { ItemTable } from './tables.ts';
import { audienceOf } from './conditions.ts';

export type ItemRow = Selectable<ItemTable>;
/** A row with the columns of `rowColumns`. A row that is being written has no `author` and no `writer_kind` yet. */
export type ReadRow = ItemRow & { readonly author?: string | null; readonly writer_kind?: Principal['kind'] | null };
/** A new row with every column but `seq`: statements are prepared for all columns. */
export type NewItemRow = Required<Omit<Insertable<ItemTable>, 'seq'>>;

/** The names of all columns of a new row. */
export const itemColumns = [
  'id',
  'org_id',
  'kind',
  'principal_id',
  'visibility',
  'channel',
  'state',
  'version',
  'timestamp',
  'created_at',
  'effective_at',
  'deleted_at',
  'source',
  'external_id',
  'content_hash',
  'merge_key',
  'statement',
  'length',
  'role',
  'speaker',
  'subchannel',
  'session_key',
  'turn',
  'tool_calls',
  'store',
  'category',
  'strength',
  'confidence',
  'valence',
  'arousal',
  'valid_from',
  'valid_to',
  'subject',
  'attribute',
  'knowledge_base',
  'project',
  'active_from',
  'active_to',
  'confirmed_by',
  'confirmed_at',
  'tags',
  'source_ids',
  'action_triggers',
  'forbids',
  'instead',
  'decides',
  'value',
  'provenance',
  'title',
  'content',
] as const satisfies readonly (keyof NewItemRow)[];

/** Selects the author's name together with the row, which saves a second query. */
const authorOfRow = sql<string | null>`(select name from principal where principal.id = item.principal_id)`.as(
  'author',
);

const writerKindOfRow = sql<
  Principal['kind'] | null
>`(select kind from principal where principal.id = item.principal_id)`.as('writer_kind');

/** Selects the strength of a memory: as changed by feedback, otherwise as written. */
export const strengthOfRow = sql<number | null>`case item.kind when 'memory' then coalesce((select moved.strength
  from memory_strength as moved where moved.org_id = item.org_id and moved.memory_id = item.id), item.strength) end`.as(
  'strength',
);

/** Selects all columns by name: a prepared `select *` would fail on Postgres once a newer Cairn has added a column. */
export const rowColumns = [
  ...(['seq', ...itemColumns] as const)
    .filter((column) => column !== 'strength')
    .map((column) => `item.${column}` as const),
  strengthOfRow,
  authorOfRow,
  writerKindOfRow,
];

/** The author of an item or of an act, with the fields that rows record. */
export type Author = Pick<Principal, 'orgId' | 'principalId' | 'ownerId'> & { readonly keyId?: KeyId | undefined };

/** A principal who forgets items, with the fields that decide which items they may forget. */
export type Forgetter = Author & Pick<Principal, 'role' | 'agents'>;

/** Makes the row of a new item. `turn` is the position of a message in its session. */
export function rowOf(item: NewItem, author: Author, now: number, turn: number | null): NewItemRow {
  const common = commonColumns(item, author, now);
  return item.kind === 'message'
    ? { ...common, ...messageColumns(item.input, turn), ...noMemoryColumns }
    : { ...common, ...noMessageColumns, ...memoryColumns(item.input), knowledge_base: item.knowledgeBase ?? null };
}

function commonColumns({ id, kind, input, visibility, derived }: NewItem, author: Author, now: number) {
  return {
    id,
    org_id: author.orgId,
    kind,
    principal_id: author.principalId,
    visibility,
    channel: input.channel ?? null,
    state: 'active' as const,
    active_from: null,
    active_to: null,
    confirmed_by: null,
    confirmed_at: null,
    version: 1,
    timestamp: input.timestamp,
    created_at: now,
    effective_at: input.timestamp || now,
    deleted_at: null,
    source: input.source,
    external_id: input.externalId ?? null,
    content_hash: derived.contentHash,
    merge_key: kind === 'memory' && input.externalId === undefined ? (derived.mergeKey ?? null) : null,
    statement: kind === 'memory' ? (derived.statement ?? null) : null,
    length: input.content.length,
    project: input.project ?? null,
    provenance: JSON.stringify(input.provenance),
    content: input.content,
  };
}

const messageColumns = (input: MessageInput, turn: number | null) => ({
  role: input.role,
  speaker: input.speaker ?? null,
  subchannel: input.subchannel ?? null,
  session_key: input.sessionKey ?? null,
  turn,
  tool_calls: listColumn(input.toolCalls),
});

const memoryColumns = (input: MemoryInput) => ({
  title: input.title,
  store: input.store,
  category: input.category,
  strength: INITIAL_STRENGTH,
  confidence: input.confidence ?? INITIAL_CONFIDENCE,
  valence: input.valence,
  arousal: input.arousal,
  valid_from: input.validFrom ?? null,
  valid_to: input.validTo ?? null,
  subject: input.subject ?? null,
  attribute: input.attribute ?? null,
  tags: JSON.stringify(input.tags),
  source_ids: JSON.stringify(input.sourceIds),
  ...meaningColumns(input),
});

interface GivenMeaning {
  readonly actionTriggers?: readonly string[] | undefined;
  readonly forbids?: readonly Norm[] | undefined;
  readonly instead?: readonly string[] | undefined;
  readonly decides?: DecisionMeaning | null | undefined;
  readonly value?: string | null | undefined;
}

/** The columns for the meaning of a memory, as its writer gave it in addition to the text. */
export const meaningColumns = ({ actionTriggers, forbids, instead, decides, value }: GivenMeaning) => ({
  action_triggers: listColumn(actionTriggers),
  forbids: listColumn(forbids),
  instead: listColumn(instead),
  decides: decides ? JSON.stringify(decides) : null,
  value: value ?? null,
});

/** Stores an empty list as null, so that the index of non-empty lists stays small. */
const listColumn = (list: readonly unknown[] | undefined): string | null =>
  list?.length ? JSON.stringify(list) : null;

export type MeaningColumns = Pick<ItemRow, keyof ReturnType<typeof meaningColumns>>;

/** Reads the meaning of a memory from its columns; fields that the memory lacks are absent. */
export const meaningOf = ({ action_triggers, forbids, instead, decides, value }: MeaningColumns) => ({
  ...(action_triggers && { actionTriggers: JSON.parse(action_triggers) as string[] }),
  ...(forbids && { forbids: JSON.parse(forbids) as Norm[] }),
  ...(instead && { instead: JSON.parse(instead) as string[] }),
  ...(decides && { decides: JSON.parse(decides) as DecisionMeaning }),
  ...(value && { value }),
});

const noMeaningColumns = { action_triggers: null, forbids: null, instead: null, decides: null, value: null };

const noMessageColumns = {
  ...{ role: null, speaker: null, subchannel: null, session_key: null, turn: null },
  tool_calls: null,
};

const noMemoryColumns = {
  title: null,
  store: null,
  category: null,
  strength: null,
  confidence: null,
  valence: null,
  arousal: null,
  valid_from: null,
  valid_to: null,
  subject: null,
  attribute: null,
  knowledge_base: null,
  tags: null,
  source_ids: null,
  ...noMeaningColumns,
};

/** The columns that forgetting clears, with their empty values. */
export const erasedColumns = {
  content: '',
  title: null,
  tags: null,
  source_ids: null,
  ...noMeaningColumns,
  subject: null,
  attribute: null,
  knowledge_base: null,
  speaker: null,
  tool_calls: null,
  channel: null,
  subchannel: null,
  project: null,
  provenance: '{}',
  source: '',
  external_id: null,
  merge_key: null,
  statement: null,
  content_hash: '',
  length: 0,
  confirmed_by: null,
  confirmed_at: null,
} as const;

/**
 * The session key of a tombstone: a hash, which hides the name of the session and still shows which turn numbers are taken.
 */
export const forgottenSessionKey = (orgId: string, audience: string, sessionKey: string): string =>
  `forgotten:${createHash('sha256').update([orgId, audience, sessionKey].join('\n')).digest('hex')}`;

/** The column values that overwrite a forgotten item. Its id, kind, author, audience, times, version and turn stay. */
export const erasedOf = (row: ItemRow) => ({
  ...erasedColumns,
  session_key: row.session_key === null ? null : forgottenSessionKey(row.org_id, audienceOf(row), row.session_key),
});

/** Makes an item from a row. Rows were validated when written, so columns are not validated again. */
export function itemOf(row: ReadRow): Item {
  const stored = storedFields(row);
  if (row.kind === 'message') {
    const { role, speaker, content, subchannel, session_key: sessionKey, turn } = row;
    const calls = row.tool_calls && { toolCalls: JSON.parse(row.tool_calls) as ToolCall[] };
    const own = { role, speaker, content, subchannel, sessionKey, turn: turn ?? 0, ...calls };
    return { kind: 'message', ...own, ...stored } as Message;
  }
  if (row.kind === 'note') return noteSectionOf(row, stored);
  const { store, category, title, content, strength, confidence: declaredConfidence } = row;
  const { valence, arousal, subject, attribute } = row;
  const lists = { tags: JSON.parse(row.tags ?? '[]'), sourceIds: JSON.parse(row.source_ids ?? '[]') };
  const validity = { validFrom: row.valid_from, validTo: row.valid_to };
  const about = { valence, arousal, subject, attribute };
  const own = { store, category, title, content, strength, declaredConfidence, ...about };
  return {
    kind: 'memory',
    ...own,
    knowledgeBase: row.knowledge_base,
    ...lists,
    ...meaningOf(row),
    ...validity,
    ...(row.confirmed_at !== null && { confirmedAt: Number(row.confirmed_at), confirmedBy: row.confirmed_by }),
    ...stored,
  } as Memory;
}

/** The place of a section in its note, as the provenance stores it. */
export type SectionPlace = Pick<NoteSection, 'workspace' | 'path' | 'noteVersion' | 'startLine' | 'endLine'>;

function noteSectionOf(row: ReadRow, stored: ReturnType<typeof storedFields>): NoteSection {
  const { title, content, subchannel: workspaceId, session_key: noteId } = row;
  const place = stored.provenance as unknown as SectionPlace;
  const own = { noteId, workspaceId, title, content, tags: JSON.parse(row.tags ?? '[]') };
  return { kind: 'note', ...own, ...place, ...stored, provenance: {} } as NoteSection;
}

/** An import brings what others wrote, so that the author of its memories is whoever the file names, not its sender. */
function authorOf({ kind, author = null }: ReadRow, provenance: Record<string, string>): string | null {
  return kind === 'memory' && provenance[IMPORT_ID] !== undefined ? (provenance['author'] ?? null) : author;
}

function writtenByField({ writer_kind: kind }: ReadRow, provenance: Record<string, string>) {
  const writtenBy = provenance[IMPORT_ID] === undefined ? kind : 'import';
  return writtenBy ? { writtenBy } : {};
}

function storedFields(row: ReadRow) {
  const provenance = JSON.parse(row.provenance) as Record<string, string>;
  return {
    ...(row.project !== null && { project: row.project }),
    id: row.id,
    orgId: row.org_id,
    principalId: row.principal_id,
    author: authorOf(row, provenance),
    ...writtenByField(row, provenance),
    channel: row.channel,
    visibility: row.visibility,
    state: row.state,
    version: row.version,
    timestamp: row.timestamp || null,
    createdAt: row.created_at,
    activeFrom: row.active_from,
    activeTo: row.active_to,
    source: row.source,
    externalId: row.external_id,
    provenance,
  };
}
