import {
  describeIssues,
  declarationFields,
  entityTypes,
  MemoryInput,
  MessageInput,
  type ItemKind,
} from '@cairn/contracts';
import type { ParsedLine, Place, ReadableFile, ReadOptions } from './parsed.ts';
import { readFiles } from './read-files.ts';
import { readRecords } from './read-records.ts';

/** Source of all items; external ids are unique within a source. It must not depend on the machine or folder. */
const NEUTRAL_SOURCE = 'jsonl';

/** Conversation name in the files for items without a channel, such as people and glossaries. */
const NO_CHANNEL = '_directory';

export interface NeutralFile extends ReadableFile {
  readonly kind: ItemKind;
}

/** Reads every line of message and memory files as an item; the README of the package describes the mapping. */
export const readNeutralFiles = (
  files: readonly NeutralFile[],
  options: ReadOptions = {},
): AsyncGenerator<ParsedLine> => readFiles(files, options, readFile);

type Fields = Readonly<Record<string, unknown>>;

async function* readFile(file: NeutralFile, options: ReadOptions): AsyncGenerator<ParsedLine> {
  for await (const line of readRecords(file, options.onBytes)) {
    if ('problem' in line) yield { type: 'failed', place: line.place, reason: line.problem };
    else yield toItem(file.kind, line.place, withVisibility(line.record, options));
  }
}

const withVisibility = (record: Fields, { visibility }: ReadOptions): Fields =>
  visibility !== undefined && isEmptyValue(record['visibility']) ? { ...record, visibility } : record;

function toItem(kind: ItemKind, place: Place, record: Fields): ParsedLine {
  if (isBlank(record['content'])) return { type: 'blank', place };
  if (record['id'] === undefined)
    return { type: 'failed', place, reason: 'id: is missing; without it a second import would store the item twice' };
  return kind === 'message' ? toMessage(place, record) : toMemory(place, record);
}

/**
 * Fields that are copied unchanged. `channel` and `conversation` are not copied, since they decide the item's channel
 * together.
 */
const ownFields = ['content', 'timestamp', 'visibility', 'provenance'];
const messageFields = [...ownFields, 'role', 'speaker', 'sessionKey', 'toolCalls'];
const memoryFields = [
  ...[...ownFields, 'store', 'category', 'tags', 'sourceIds', 'confidence', 'valence', 'arousal'],
  ...['validFrom', 'validTo', 'subject', 'attribute', 'actionTriggers'],
  ...['forbids', 'instead', 'decides', 'value'],
];

/** Converts a record to a message. In a conversation, the record's `channel` becomes the subchannel. */
function toMessage(place: Place, record: Fields): ParsedLine {
  const conversation = conversationOf(record);
  const { channel } = record;
  const where = conversation === undefined ? { channel } : { channel: conversation, subchannel: channel };
  const parsed = MessageInput.safeParse(withoutBlanks({ ...pickFields(record, messageFields), ...where }));
  if (!parsed.success) return { type: 'failed', place, reason: describeIssues(parsed.error.issues, 'record') };
  return { type: 'message', place, input: parsed.data, ...unreadOf(record, messageFields) };
}

function toMemory(place: Place, record: Fields): ParsedLine {
  const conversation = conversationOf(record);
  const own = isEmptyValue(record['channel']) ? undefined : record['channel'];
  if (own !== undefined && conversation !== undefined && own !== conversation)
    return { type: 'failed', place, reason: 'channel: a memory has one place, and conversation names another one' };
  const where = { channel: own ?? conversation };
  const declared = declaredIn(record);
  const fields = {
    ...withoutBlanks({ ...pickFields(record, memoryFields), ...where }),
    title: record['title'],
    ...declared,
  };
  const parsed = MemoryInput.safeParse(fields);
  if (!parsed.success) return { type: 'failed', place, reason: describeIssues(parsed.error.issues, 'record') };
  const read = [...memoryFields, 'title', ...Object.keys(declared)];
  return { type: 'memory', place, input: parsed.data, ...unreadOf(record, read) };
}

/**
 * Reads the entities and relations that a record declares. Entity types of other tools are mapped to known types; invalid
 * declarations are left out.
 */
function declaredIn({ entities, relations }: Fields): Pick<MemoryInput, 'entities' | 'relations'> {
  const typed = Array.isArray(entities) ? entities.map(withKnownType) : undefined;
  const read = {
    entities: declarationFields.entities.safeParse(typed),
    relations: declarationFields.relations.safeParse(relations ?? undefined),
  };
  return {
    ...(read.entities.data && { entities: read.entities.data }),
    ...(read.relations.data && { relations: read.relations.data }),
  };
}

function withKnownType(entity: unknown): unknown {
  if (typeof entity !== 'object' || entity === null) return entity;
  const { type } = entity as Fields;
  return { ...entity, type: entityTypes.some((known) => known === type) ? type : 'unknown' };
}

/**
 * Copies the named fields. The result must not depend on the machine, the folder's name or the day, since a repeated import
 * must send the same bytes.
 */
const pickFields = (record: Fields, names: readonly string[]): Fields => ({
  ...Object.fromEntries(names.map((name) => [name, record[name]])),
  source: NEUTRAL_SOURCE,
  externalId: record['id'],
});

const conversationOf = ({ conversation }: Fields): unknown =>
  conversation === NO_CHANNEL || isEmptyValue(conversation) ? undefined : conversation;

function unreadOf(record: Fields, read: readonly string[]): { unread?: readonly string[] } {
  const known = new Set(['id', 'conversation', 'channel', ...read]);
  const unread = Object.keys(record).filter((name) => !known.has(name) && !isEmptyValue(record[name]));
  return unread.length > 0 ? { unread } : {};
}

/** True for null, white space, and empty lists and objects. */
const isEmptyValue = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  isBlank(value) ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** Removes fields that are null or only white space, as if the sender had left them out. */
function withoutBlanks(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && !isBlank(value)),
  );
}

const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === '';
