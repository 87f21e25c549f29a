import type { MemoryId } from '@cairn/contracts';
import { ServerRefusal, type CairnClient } from '../cairn-client.ts';
import { describeRefusal } from '../refusal-text.ts';
import type { MemoryChanges } from './importer.ts';

const PAGE_MEMORIES = 100;
const ARCHIVE_REASON = 'the file says something else by now, or is gone';
const SUPERSEDE_REASON = 'the files say that another one replaces it';

/** Extracts the file from the external id of a memory. */
export const fileOf = (externalId: string) => externalId.slice(0, externalId.lastIndexOf('#'));

export interface FileState {
  readonly source: string;
  /** External ids of all memories that the files contain. */
  readonly said: ReadonlySet<string>;
  /** External ids in `said` that the files mark as no longer valid. */
  readonly retired?: ReadonlySet<string>;
  /** Files that were not read completely. Memories of a file that could not be read at all are not archived. */
  readonly failed: ReadonlySet<string>;
  /** Tells whether a file was searched. If this function is absent, all files of the source were searched. */
  readonly within?: (file: string) => boolean;
  /** Finds the stored memories that other memories replace. */
  readonly replaced?: (present: readonly StoredMemory[]) => Replacements;
  readonly signal: AbortSignal;
}

/** Stored memory of a source. */
export interface StoredMemory {
  readonly id: string;
  readonly version: number;
  readonly state: string;
  readonly title: string;
  readonly content: string;
  readonly externalId: string | null;
  readonly provenance: Readonly<Record<string, string>>;
}

export interface Replacements {
  /** Maps the id of each superseded memory to the id of its successor. */
  readonly successors: ReadonlyMap<string, string>;
  readonly unlinked: MemoryChanges['unlinked'];
}

const NO_REPLACEMENTS: Replacements = { successors: new Map(), unlinked: [] };

/**
 * Archives memories that the files no longer contain or mark as invalid, restores memories that an import archived and
 * the files contain again, and links replaced memories to their successors.
 */
export async function applyFileState(
  client: CairnClient,
  {
    source,
    said,
    retired = new Set(),
    failed,
    within = () => true,
    replaced = () => NO_REPLACEMENTS,
    signal,
  }: FileState,
): Promise<MemoryChanges> {
  const all = await memoriesOf(client, { source, signal });
  const { successors, unlinked } = replaced(all);
  const present = all.filter(({ externalId }) => within(fileOf(externalId ?? '')));
  const readFiles = new Set([...said].map(fileOf));
  const holds = ({ id, externalId }: StoredMemory) =>
    said.has(externalId ?? '') && !retired.has(externalId ?? '') && !successors.has(id);
  const isRead = (file: string) => readFiles.has(file) || !failed.has(file);
  const gone = present.filter(
    (each) =>
      each.state === 'active' && !holds(each) && !successors.has(each.id) && isRead(fileOf(each.externalId ?? '')),
  );
  const back = present.filter((each) => each.state !== 'active' && holds(each));
  for (const { id } of gone)
    await client.call('archiveMemory', { params: { id }, query: {}, body: { reason: ARCHIVE_REASON }, signal });
  let restored = 0;
  for (const { id } of back)
    if ((await wasEndedByImport(client, id, signal)) && (await tryRestore(client, id, signal))) restored += 1;
  const linked = await supersedeMemories(client, { memories: all, successors, signal });
  return {
    ...{ archived: gone.length, restored, superseded: linked.superseded },
    unlinked: [...unlinked, ...linked.refused],
  };
}

interface Linking {
  readonly memories: readonly StoredMemory[];
  readonly successors: Replacements['successors'];
  readonly signal: AbortSignal;
}

/** Supersedes each memory that has a successor. An existing link stays, and refused links are reported. */
async function supersedeMemories(client: CairnClient, { memories, successors, signal }: Linking) {
  const refused: MemoryChanges['unlinked'][number][] = [];
  let superseded = 0;
  for (const { id, version, externalId } of memories) {
    const successor = successors.get(id) as MemoryId | undefined;
    if (successor === undefined) continue;
    try {
      const input = {
        params: { id: id as MemoryId },
        query: {},
        body: { successor, reason: SUPERSEDE_REASON },
        signal,
      };
      const { answer } = await client.call('supersedeMemory', input);
      if (answer.oldVersion !== version) superseded += 1;
    } catch (error) {
      if (!(error instanceof ServerRefusal) || error.status >= 500) throw error;
      const standing = memories.find((other) => other.id !== id && error.message.includes(other.id));
      const wanted = memories.find((other) => other.id === successor);
      // An earlier text of the same file superseded the memory. The new text in turn supersedes that earlier text.
      if (error.code === 'item/superseded' && isOfFile(standing, wanted)) continue;
      refused.push({ file: fileOf(externalId ?? ''), line: 1, reason: describeRefusal(error) });
    }
  }
  return { superseded, refused };
}

const isOfFile = (one: StoredMemory | undefined, other: StoredMemory | undefined): boolean =>
  one !== undefined && fileOf(one.externalId ?? '') === fileOf(other?.externalId ?? '');

/**
 * Tells whether an import archived or superseded a memory. A memory that a person ended stays as it is, whatever the files
 * say.
 */
async function wasEndedByImport(client: CairnClient, id: string, signal: AbortSignal): Promise<boolean> {
  const query = { limit: 1 } as const;
  const { answer } = await client.call('revisions', { params: { id: id as MemoryId }, query, signal });
  const reason = answer.revisions[0]?.reason;
  return reason === ARCHIVE_REASON || reason === SUPERSEDE_REASON;
}

/**
 * Restores a memory and returns true. If the memory was forgotten, or somebody else superseded it, it stays as it is,
 * and the result is false.
 */
async function tryRestore(client: CairnClient, id: string, signal: AbortSignal): Promise<boolean> {
  try {
    await client.call('restoreMemory', { params: { id: id as MemoryId }, query: {}, body: {}, signal });
    return true;
  } catch (error) {
    if (error instanceof ServerRefusal && (error.code === 'item/forgotten' || error.code === 'item/superseded'))
      return false;
    throw error;
  }
}

async function memoriesOf(client: CairnClient, { source, signal }: Pick<FileState, 'source' | 'signal'>) {
  const found: StoredMemory[] = [];
  for (let cursor: string | undefined; ;) {
    const query = { source, includeArchived: 'true', order: 'stored', limit: PAGE_MEMORIES, cursor } as const;
    const { answer } = await client.call('listMemories', { query, signal });
    found.push(...answer.items);
    if (answer.nextCursor === null) return found;
    cursor = answer.nextCursor;
  }
}
