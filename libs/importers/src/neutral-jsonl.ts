import { promises as disk } from 'node:fs';
import { MemoryInput, MessageInput, type ItemKind } from '@cairn/contracts';
import type { ImportFile, Parsed, Place, ReadOptions } from './parsed.ts';
import { readRecords } from './read-records.ts';
import { reasonOf } from './reason.ts';

/** Where the items say they come from; external ids are unique within it. The same for every machine and folder. */
export const NEUTRAL_SOURCE = 'jsonl';

/** A conversation of this name holds what belongs to none: people, glossaries. Its items get no channel. */
const NO_CHANNEL = '_directory';

/** A set holds parts and a collection holds sets: two levels below the folder that was asked for. */
const LEVELS_BELOW = 2;

export interface NeutralFile extends ImportFile {
  readonly kind: ItemKind;
}

/** The message and memory files in a folder, or in the parts and sets below it, in a fixed order; none is an empty list. */
export async function findNeutralJsonl(dir: string): Promise<NeutralFile[]> {
  return filesIn(dir, '', LEVELS_BELOW);
}

/** Every line of the message and memory files in a folder or below it, mapped to items; see the package's README for the mapping. */
export async function* readNeutralJsonl(dir: string, { onBytes }: ReadOptions = {}): AsyncGenerator<Parsed> {
  let bytesBefore = 0;
  for (const file of await findNeutralJsonl(dir)) {
    const before = bytesBefore;
    yield* readFile(file, (bytes) => onBytes?.(before + bytes));
    bytesBefore += file.bytes;
  }
}

async function filesIn(dir: string, name: string, levelsBelow: number): Promise<NeutralFile[]> {
  const entries = await disk.readdir(dir, { withFileTypes: true });
  const names = new Set(entries.filter((entry) => !entry.isDirectory()).map((entry) => entry.name));
  const own = await Promise.all([neutralFile(dir, name, names, 'message'), neutralFile(dir, name, names, 'memory')]);
  const found = own.filter((file) => file !== undefined);
  if (found.length > 0 || levelsBelow === 0) return found;

  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const below = folders.sort().map((folder) => filesIn(`${dir}/${folder}`, `${name}${folder}/`, levelsBelow - 1));
  return (await Promise.all(below)).flat();
}

async function neutralFile(
  dir: string,
  name: string,
  names: ReadonlySet<string>,
  kind: ItemKind,
): Promise<NeutralFile | undefined> {
  const plain = kind === 'message' ? 'messages.jsonl' : 'memories.jsonl';
  const file = [plain, `${plain}.gz`].find((candidate) => names.has(candidate));
  if (file === undefined) return undefined;
  const path = `${dir}/${file}`;
  return { path, name: `${name}${file}`, kind, bytes: (await disk.stat(path)).size };
}

async function* readFile(file: NeutralFile, onBytes: (bytes: number) => void): AsyncGenerator<Parsed> {
  for await (const line of readRecords(file, onBytes)) {
    if ('problem' in line) yield { type: 'failed', place: line.place, reason: line.problem };
    else yield toItem(file.kind, line.place, line.record);
  }
}

function toItem(kind: ItemKind, place: Place, record: Readonly<Record<string, unknown>>): Parsed {
  if (isBlank(record['content'])) return { type: 'blank', place };
  if (record['id'] === undefined)
    return { type: 'failed', place, reason: 'id: is missing; without it a second import would store the item twice' };
  return kind === 'message' ? toMessage(place, record) : toMemory(place, record);
}

function toMessage(place: Place, record: Readonly<Record<string, unknown>>): Parsed {
  const { role, speaker, sessionKey, channel } = record;
  const parsed = MessageInput.safeParse(
    withoutBlanks({ ...sharedFields(record), role, speaker, sessionKey, subchannel: channel }),
  );
  if (!parsed.success) return { type: 'failed', place, reason: reasonOf(parsed.error.issues) };
  return { type: 'message', place, input: parsed.data };
}

function toMemory(place: Place, record: Readonly<Record<string, unknown>>): Parsed {
  const { store, category, title, tags, sourceIds } = record;
  const fields = { ...withoutBlanks({ ...sharedFields(record), store, category, tags, sourceIds }), title };
  const parsed = MemoryInput.safeParse(fields);
  if (!parsed.success) return { type: 'failed', place, reason: reasonOf(parsed.error.issues) };
  return { type: 'memory', place, input: parsed.data };
}

/** Nothing here may depend on the machine, the folder's name or the day: a second import must be the same bytes. */
function sharedFields(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { id, conversation, content, timestamp } = record;
  const channel = conversation === NO_CHANNEL ? undefined : conversation;
  return { channel, content, timestamp, source: NEUTRAL_SOURCE, externalId: id };
}

/** A field that is null or only white space is one that the sender left out. */
function withoutBlanks(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && !isBlank(value)),
  );
}

const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === '';
