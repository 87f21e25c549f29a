import type { MemoryId } from '@cairn/contracts';
import { ServerRefusal, type CairnClient } from '../cairn-client.ts';
import { describe } from '../refusal-text.ts';
import type { Settled } from './importer.ts';

const PAGE = 100;
const REASON = 'the file says something else by now, or is gone';
const REPLACED = 'the files say that another one replaces it';

/** File part of the external id of a memory. */
export const fileOf = (externalId: string) => externalId.slice(0, externalId.lastIndexOf('#'));

export interface Settling {
  readonly source: string;
  /** External ids that the files contain. */
  readonly said: ReadonlySet<string>;
  /** External ids among them that the files mark as no longer valid. */
  readonly retired?: ReadonlySet<string>;
  /** Files that were not fully read. If nothing of a file was read, its memories are not archived. */
  readonly failed: ReadonlySet<string>;
  /** Restricts the files that were searched; absent: all of the source. */
  readonly within?: (file: string) => boolean;
  /** Finds the stored memories that others replace. */
  readonly replaced?: (present: readonly Present[]) => Replaced;
  readonly signal: AbortSignal;
}

/** Stored memory of a source. */
export interface Present {
  readonly id: string;
  readonly version: number;
  readonly state: string;
  readonly title: string;
  readonly content: string;
  readonly externalId: string | null;
  readonly provenance: Readonly<Record<string, string>>;
}

export interface Replaced {
  /** Ids of superseding memories by the id of the superseded one. */
  readonly successors: ReadonlyMap<string, string>;
  readonly unlinked: Settled['unlinked'];
}

const NONE: Replaced = { successors: new Map(), unlinked: [] };

/**
 * Archives memories that the files no longer contain or mark as invalid, restores those they contain again, and supersedes
 * replaced ones.
 */
export async function settle(
  client: CairnClient,
  { source, said, retired = new Set(), failed, within = () => true, replaced = () => NONE, signal }: Settling,
): Promise<Settled> {
  const all = await memoriesOf(client, { source, signal });
  const { successors, unlinked } = replaced(all);
  const present = all.filter(({ externalId }) => within(fileOf(externalId ?? '')));
  const readFiles = new Set([...said].map(fileOf));
  const holds = ({ id, externalId }: Present) =>
    said.has(externalId ?? '') && !retired.has(externalId ?? '') && !successors.has(id);
  const isRead = (file: string) => readFiles.has(file) || !failed.has(file);
  const gone = present.filter(
    (each) =>
      each.state === 'active' && !holds(each) && !successors.has(each.id) && isRead(fileOf(each.externalId ?? '')),
  );
  const back = present.filter((each) => each.state !== 'active' && holds(each));
  for (const { id } of gone)
    await client.call('archiveMemory', { params: { id }, query: {}, body: { reason: REASON }, signal });
  let restored = 0;
  for (const { id } of back) if (await isRestored(client, id, signal)) restored += 1;
  const linked = await supersede(client, { memories: all, successors, signal });
  return {
    ...{ archived: gone.length, restored, superseded: linked.superseded },
    unlinked: [...unlinked, ...linked.refused],
  };
}

interface Linking {
  readonly memories: readonly Present[];
  readonly successors: Replaced['successors'];
  readonly signal: AbortSignal;
}

/** Links superseded memories. Existing links stay; refused ones are reported. */
async function supersede(client: CairnClient, { memories, successors, signal }: Linking) {
  const refused: Settled['unlinked'][number][] = [];
  let superseded = 0;
  for (const { id, version, externalId } of memories) {
    const successor = successors.get(id) as MemoryId | undefined;
    if (successor === undefined) continue;
    try {
      const input = { params: { id: id as MemoryId }, query: {}, body: { successor, reason: REPLACED }, signal };
      const { answer } = await client.call('supersedeMemory', input);
      if (answer.oldVersion !== version) superseded += 1;
    } catch (error) {
      if (!(error instanceof ServerRefusal) || error.status >= 500) throw error;
      const standing = memories.find((other) => other.id !== id && error.message.includes(other.id));
      const wanted = memories.find((other) => other.id === successor);
      // Superseded already by a former text of the same file, which the new text supersedes in turn.
      if (error.code === 'item/superseded' && isOfFile(standing, wanted)) continue;
      refused.push({ file: fileOf(externalId ?? ''), line: 1, reason: describe(error) });
    }
  }
  return { superseded, refused };
}

const isOfFile = (one: Present | undefined, other: Present | undefined): boolean =>
  one !== undefined && fileOf(one.externalId ?? '') === fileOf(other?.externalId ?? '');

/** Restores a memory. One whose text was forgotten stays archived, and one that somebody else superseded stays so. */
async function isRestored(client: CairnClient, id: string, signal: AbortSignal): Promise<boolean> {
  try {
    await client.call('restoreMemory', { params: { id: id as MemoryId }, query: {}, body: {}, signal });
    return true;
  } catch (error) {
    if (error instanceof ServerRefusal && (error.code === 'item/forgotten' || error.code === 'item/superseded'))
      return false;
    throw error;
  }
}

async function memoriesOf(client: CairnClient, { source, signal }: Pick<Settling, 'source' | 'signal'>) {
  const found: Present[] = [];
  for (let cursor: string | undefined; ;) {
    const query = { source, includeArchived: 'true', order: 'stored', limit: PAGE, cursor } as const;
    const { answer } = await client.call('listMemories', { query, signal });
    found.push(...answer.items);
    if (answer.nextCursor === null) return found;
    cursor = answer.nextCursor;
  }
}
