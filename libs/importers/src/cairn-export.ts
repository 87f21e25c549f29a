import {
  describeIssues,
  IMPORT_ID,
  IMPORT_KIND,
  MemoryInput,
  MessageInput,
  RestoreHistoryRequest,
  VisibilityInput,
  type Item,
  type ItemResponse,
  type MemoryHistory,
} from '@cairn/contracts';
import { effectiveTime } from '@cairn/domain';
import { z } from 'zod';
import type { ExportedNote, ParsedLine, Place, ReadableFile, ReadOptions } from './parsed.ts';
import { readRecords } from './read-records.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Builds the line of an export: all stored fields of an item, except its organisation, its index states and the id of
 * the import that created it, which has a meaning only in this store. An item without a time gets the time at which it
 * was stored, so that it keeps its place in time.
 */
export function exportLineOf(item: ItemResponse, history?: MemoryHistory): Fields {
  const { kind, id, ...fields } = toSendableFields(item);
  const { [IMPORT_ID]: ____, [IMPORT_KIND]: _____, ...provenance } = item.provenance;
  const line = { kind, id, ...fields, provenance, timestamp: effectiveTime(item) };
  const known = Object.fromEntries(Object.entries(line).filter(([, value]) => value !== null));
  const { id: ___, ...beside } = history ?? { id: '' };
  const stated = Object.entries(beside).filter(([, value]) => !Array.isArray(value) || value.length > 0);
  return { ...known, ...Object.fromEntries(stated) };
}

/** Drops computed fields, and renames stored fields to the names that the API accepts. */
function toSendableFields(item: ItemResponse) {
  const { orgId: _, index: __, ...fields } = item;
  if (fields.kind === 'message') return fields;
  const {
    declaredConfidence,
    confidenceBasis: ___,
    goneSources: ____,
    nameRetired: _____,
    trust: ______,
    ...memory
  } = fields;
  return { ...memory, confidence: declaredConfidence };
}

const COMMENT_START = '<!-- cairn ';

/** Renders a line of an export as Markdown for people. A comment contains the same line as JSON, which an import reads. */
export function markdownOf(line: Fields): string {
  const { kind, title, role, speaker, path, content } = line as Record<string, string | undefined>;
  const head = title ?? path ?? [speaker ?? role, line['sessionKey']].filter(Boolean).join(', ');
  const facts = ['state', 'category', 'channel', 'subject', 'attribute', 'author', 'tags']
    .filter((name) => line[name] !== undefined && String(line[name]) !== '')
    .map((name) => `- ${name}: ${String(line[name])}`);
  const time = typeof line['timestamp'] === 'number' ? [`- ${new Date(line['timestamp']).toISOString()}`] : [];
  const [last] = Array.isArray(line['versions']) ? line['versions'].slice(-1) : [];
  const text = content ?? String(last?.text ?? '');
  const quoted = text.split(/\r\n|[\r\n\u2028\u2029]/).map((each) => `> ${each}`);
  const comment = JSON.stringify(line).replaceAll('--', '-\\u002d').replaceAll('>', '\\u003e');
  const heading = `## ${kind}: ${head.replaceAll(/\s+/g, ' ')}`;
  return `${[heading, '', ...time, ...facts, '', ...quoted, '', `${COMMENT_START}${comment} -->`].join('\n')}\n\n`;
}

/**
 * Reads each line of an export as an item, together with its former id. The README of this package lists the fields that are
 * kept.
 */
export async function* readCairnExport(file: ReadableFile, { onBytes }: ReadOptions = {}): AsyncGenerator<ParsedLine> {
  for await (const line of readRecords(file, onBytes, jsonIn(file))) {
    if ('problem' in line) yield { type: 'failed', place: line.place, reason: line.problem };
    else yield itemOf(line.place, line.record);
  }
}

/**
 * Collects the ids that memories of the file name as their sources, or as memories that they replace or reverse. The
 * ids are those of the exporting store.
 */
export async function idsNamedIn(file: ReadableFile): Promise<Set<string>> {
  const namedIds = new Set<string>();
  for await (const line of readRecords(file, undefined, jsonIn(file))) {
    const { sourceIds, supersedes, decides, proposal } = 'record' in line ? line.record : ({} as Fields);
    const { reverses } = (decides ?? {}) as Fields;
    const ids = [sourceIds, supersedes, reverses, idsOfProposal(proposal)].flat().filter(isId);
    for (const id of ids) namedIds.add(id.toLowerCase());
  }
  return namedIds;
}

/** Returns the ids of the memories and messages that an exported proposal names. */
function idsOfProposal(proposal: unknown): unknown[] {
  const { replaces, sightings } = (proposal ?? {}) as Fields;
  const quotes = (Array.isArray(sightings) ? sightings : []).flatMap((each: Fields) => each['quotes'] ?? []);
  return [replaces, ...quotes.map((quote: unknown) => (quote as Fields)['messageId'])];
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const isId = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);

/** Extracts the JSON from the comments of an exported Markdown file. */
const jsonIn = ({ name }: ReadableFile) =>
  /\.md(\.gz)?$/i.test(name)
    ? (line: string) =>
        line.startsWith(COMMENT_START) && line.endsWith(' -->') ? line.slice(COMMENT_START.length, -4) : undefined
    : undefined;

const sharedFields = ['content', 'channel', 'timestamp', 'source', 'provenance'];
const messageFields = [...sharedFields, 'role', 'speaker', 'subchannel', 'sessionKey', 'toolCalls'];
const memoryFields = [
  ...[...sharedFields, 'store', 'category', 'title', 'tags', 'confidence', 'valence', 'arousal'],
  ...['validFrom', 'validTo', 'subject', 'attribute', 'sourceIds', 'actionTriggers', 'entities', 'relations', 'rules'],
  ...['forbids', 'instead', 'decides', 'value'],
];
/** Fields that only the store sets, so that an import does not send them. */
const givenFields = [
  'kind',
  'id',
  'externalId',
  'visibility',
  'principalId',
  'author',
  'createdAt',
  'state',
  'version',
];
const givenMessageFields = [...givenFields, 'turn'];
const historyFields = [
  ...['version', 'state', 'activeFrom', 'activeTo', 'revisions', 'supersedes', 'feedback'],
  'proposal',
];
const givenMemoryFields = [...givenFields, ...historyFields, 'strength', 'confirmedBy', 'confirmedAt'];

function itemOf(place: Place, record: Fields): ParsedLine {
  const { kind, id, state = 'active' } = record;
  if (kind === 'note') return noteOf(place, record);
  if (kind !== 'message' && kind !== 'memory')
    return { type: 'failed', place, reason: 'kind: must be message, memory or note, as in a line of cairn export' };
  if (!isId(id)) return { type: 'failed', place, reason: 'id: must be the id that the item had' };
  if (state !== 'active' && kind === 'message')
    return {
      type: 'failed',
      place,
      reason: `state: only active items can be imported, and this is ${String(state)}`,
    };
  return kind === 'message' ? messageOf(place, record, id) : memoryOf(place, record, id);
}

/** Uses the former id as the external id of a message without one, so that a repeated import stores the message once. */
function messageOf(place: Place, record: Fields, id: string): ParsedLine {
  const input = { ...pickFields(record, messageFields), externalId: record['externalId'] ?? id };
  const parsed = MessageInput.safeParse(input);
  if (!parsed.success) return { type: 'failed', place, reason: describeIssues(parsed.error.issues, 'record') };
  const unread = unreadOf(record, [...messageFields, ...givenMessageFields]);
  return { type: 'message', place, input: parsed.data, exportedId: id, ...unread };
}

/** Builds a memory. A memory without an external id is identified by its text, as in the exporting store. */
function memoryOf(place: Place, record: Fields, id: string): ParsedLine {
  // Stores merge memories with equal text only if they are active, so a memory in a different state is identified by
  // its former id.
  const ownId = (record['state'] ?? 'active') === 'active' ? undefined : id;
  const input = { ...pickFields(record, memoryFields), externalId: record['externalId'] ?? ownId };
  const parsed = MemoryInput.safeParse(input);
  if (!parsed.success) return { type: 'failed', place, reason: describeIssues(parsed.error.issues, 'record') };
  const history = historyOf(record);
  if (history && !history.success)
    return { type: 'failed', place, reason: describeIssues(history.error.issues, 'record') };
  const unread = unreadOf(record, [...memoryFields, ...givenMemoryFields]);
  return {
    ...{ type: 'memory' as const, place, input: parsed.data, exportedId: id, ...unread },
    ...(history && { history: history.data }),
    ...(record['confirmedAt'] !== undefined && { wasConfirmed: true }),
  };
}

/**
 * Returns the history of a memory that was changed or proposed, is no longer `active`, got feedback, or
 * supersedes a memory; undefined for any other memory.
 */
function historyOf(record: Fields) {
  const { version = 1, state = 'active', activeFrom } = record;
  const isFresh = version === 1 && state === 'active' && activeFrom === undefined;
  if (isFresh && !['feedback', 'supersedes', 'proposal'].some((name) => record[name])) return undefined;
  const fields = Object.fromEntries(historyFields.map((name) => [name, record[name]]));
  return RestoreHistoryRequest.safeParse({ ...fields, version, state });
}

const NoteLine = z.object({
  workspace: z.string(),
  channel: z.string().optional(),
  visibility: VisibilityInput.optional(),
  path: z.string(),
  versions: z.array(z.object({ text: z.string().nullable() })).min(1),
});

function noteOf(place: Place, record: Fields): ParsedLine {
  const parsed = NoteLine.safeParse({
    ...record,
    visibility: sentVisibility(record['visibility'] as Item['visibility']),
  });
  if (!parsed.success) return { type: 'failed', place, reason: describeIssues(parsed.error.issues, 'record') };
  return { type: 'noteFile', place, note: parsed.data satisfies ExportedNote };
}

const pickFields = (record: Fields, names: readonly string[]): Fields => ({
  ...Object.fromEntries(names.map((name) => [name, record[name]]).filter(([, value]) => value !== null)),
  visibility: sentVisibility(record['visibility'] as Item['visibility']),
});

/**
 * Maps a stored visibility to the visibility that the import sends. `channel` is omitted, since it is the default in a
 * channel; `team` becomes `org`, since it never restricted readers.
 */
const sentVisibility = (visibility: Item['visibility']) =>
  visibility === 'channel' ? undefined : visibility === 'team' ? 'org' : visibility;

function unreadOf(record: Fields, known: readonly string[]): { unread?: readonly string[] } {
  const unread = Object.keys(record).filter((name) => !known.includes(name) && record[name] !== null);
  return unread.length > 0 ? { unread } : {};
}
