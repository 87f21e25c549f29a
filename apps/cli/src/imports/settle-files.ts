import type { MemoryId } from '@cairn/contracts';
import { ServerRefusal, type CairnClient } from '../server/cairn-client.ts';
import { describe } from '../server/refusal-text.ts';
import type { Settled } from './importer.ts';

const PAGE = 100;
const REASON = 'the file says something else by now, or is gone';
const REPLACED = 'the files say that another one replaces it';

/** The file of a memory of a file, by its external id. */
export const fileOf = (externalId: string) => externalId.slice(0, externalId.lastIndexOf('#'));

export interface Settling {
  readonly source: string;
  /** External ids of what the files say. */
  readonly said: ReadonlySet<string>;
  /** External ids among them of what the files say no longer holds. */
  readonly retired?: ReadonlySet<string>;
  /** Files in which something could not be read. One of which nothing was read says nothing of what is gone. */
  readonly failed: ReadonlySet<string>;
  /** The files that were looked for; absent: all of the source. */
  readonly within?: (file: string) => boolean;
  /** Which of the stored memories others replace. */
  readonly replaced?: (present: readonly Present[]) => Replaced;
  readonly signal: AbortSignal;
}

/** A stored memory of a source. */
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
  /** The memory that takes the place of another, by the id of that one. */
  readonly successors: ReadonlyMap<string, string>;
  readonly unlinked: Settled['unlinked'];
}

const NONE: Replaced = { successors: new Map(), unlinked: [] };

/**
 * Archives what the files of a source no longer say, or say no longer holds, restores what they say again, and supersedes what
 * others of them replace.
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

/** A memory that is linked already stays as it is. A link that the server refuses is told. */
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
      refused.push({ file: fileOf(externalId ?? ''), line: 1, reason: describe(error) });
    }
  }
  return { superseded, refused };
}

/** A memory whose text was forgotten for good since stays archived, and one that somebody else replaced stays superseded. */
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
