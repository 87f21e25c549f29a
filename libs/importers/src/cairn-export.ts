import { effectiveTime, MemoryInput, MessageInput, type Item, type ItemResponse } from '@cairn/contracts';
import type { ImportFile, Parsed, Place, ReadOptions } from './parsed.ts';
import { readRecords } from './read-records.ts';
import { reasonOf } from './reason.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * An item as a line of an export: everything that the store has of it, but whose organisation it is and how far its
 * indexes are. An item of an unknown time has the time at which it was stored, so that it stays where it is in time.
 */
export function exportLineOf(item: ItemResponse): Fields {
  const { kind, id, orgId: _, index: __, ...fields } = item;
  const line = { kind, id, ...fields, timestamp: effectiveTime(item) };
  return Object.fromEntries(Object.entries(line).filter(([, value]) => value !== null));
}

/** Every line of an export as an item to be stored, with the id that it had; see the package's README for what is kept. */
export async function* readCairnExport(file: ImportFile, { onBytes }: ReadOptions = {}): AsyncGenerator<Parsed> {
  for await (const line of readRecords(file, onBytes)) {
    if ('problem' in line) yield { type: 'failed', place: line.place, reason: line.problem };
    else yield itemOf(line.place, line.record);
  }
}

/** The ids of the exporting store by which memories of the file name what they were made from. */
export async function idsNamedIn(file: ImportFile): Promise<Set<string>> {
  const named = new Set<string>();
  for await (const line of readRecords(file)) {
    const sources = 'record' in line ? line.record['sourceIds'] : undefined;
    const ids = Array.isArray(sources) ? sources.filter(isId) : [];
    for (const id of ids) named.add(id.toLowerCase());
  }
  return named;
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const isId = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);

const sharedFields = ['content', 'channel', 'timestamp', 'source', 'provenance'];
const messageFields = [...sharedFields, 'role', 'speaker', 'subchannel', 'sessionKey'];
const memoryFields = [
  ...[...sharedFields, 'store', 'category', 'title', 'tags', 'confidence', 'valence', 'arousal'],
  ...['validFrom', 'validTo', 'subject', 'sourceIds', 'actionTriggers'],
];
/** What a store gives and no sender can. */
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
const givenToMessages = [...givenFields, 'turn'];
const givenToMemories = [...givenFields, 'strength'];

function itemOf(place: Place, record: Fields): Parsed {
  const { kind, id, state = 'active' } = record;
  if (kind !== 'message' && kind !== 'memory')
    return { type: 'failed', place, reason: 'kind: must be message or memory, as in a line of cairn export' };
  if (!isId(id)) return { type: 'failed', place, reason: 'id: must be the id that the item had' };
  if (state !== 'active')
    return {
      type: 'failed',
      place,
      reason: `state: only what is active can be imported, and this is ${String(state)}`,
    };
  return kind === 'message' ? messageOf(place, record, id) : memoryOf(place, record, id);
}

/** A message that has no external id goes by the id that it had, so that it is stored once however often it is imported. */
function messageOf(place: Place, record: Fields, id: string): Parsed {
  const sent = { ...picked(record, messageFields), externalId: record['externalId'] ?? id };
  const parsed = MessageInput.safeParse(sent);
  if (!parsed.success) return { type: 'failed', place, reason: reasonOf(parsed.error.issues) };
  const unread = unreadOf(record, [...messageFields, ...givenToMessages]);
  return { type: 'message', place, input: parsed.data, exportedId: id, ...unread };
}

/** A memory that has no external id goes by its text, as it did where it was exported. */
function memoryOf(place: Place, record: Fields, id: string): Parsed {
  const parsed = MemoryInput.safeParse({ ...picked(record, memoryFields), externalId: record['externalId'] });
  if (!parsed.success) return { type: 'failed', place, reason: reasonOf(parsed.error.issues) };
  const unread = unreadOf(record, [...memoryFields, ...givenToMemories]);
  return { type: 'memory', place, input: parsed.data, exportedId: id, ...unread };
}

const picked = (record: Fields, names: readonly string[]): Fields => ({
  ...Object.fromEntries(names.map((name) => [name, record[name]]).filter(([, value]) => value !== null)),
  visibility: sentVisibility(record['visibility'] as Item['visibility']),
});

/** In a channel everyone is the default; `team` was never a border either. */
const sentVisibility = (visibility: Item['visibility']) =>
  visibility === 'channel' ? undefined : visibility === 'team' ? 'org' : visibility;

function unreadOf(record: Fields, known: readonly string[]): { unread?: readonly string[] } {
  const unread = Object.keys(record).filter((name) => !known.includes(name) && record[name] !== null);
  return unread.length > 0 ? { unread } : {};
}
