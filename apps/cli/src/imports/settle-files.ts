import type { MemoryId } from '@cairn/contracts';
import { ServerRefusal, type CairnClient } from '../server/cairn-client.ts';
import type { Settled } from './importer.ts';

const PAGE = 100;
const REASON = 'the file says something else by now, or is gone';

const fileOf = (externalId: string) => externalId.slice(0, externalId.lastIndexOf('#'));

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
  readonly signal: AbortSignal;
}

/** Archives what the files of a source no longer say, or say no longer holds, and restores what they say again. */
export async function settle(
  client: CairnClient,
  { source, said, retired = new Set(), failed, within = () => true, signal }: Settling,
): Promise<Settled> {
  const all = await memoriesOf(client, { source, signal });
  const present = all.filter(({ externalId }) => within(fileOf(externalId ?? '')));
  const readFiles = new Set([...said].map(fileOf));
  const holds = (externalId: string) => said.has(externalId) && !retired.has(externalId);
  const isRead = (file: string) => readFiles.has(file) || !failed.has(file);
  const gone = present.filter(
    ({ state, externalId }) => state === 'active' && !holds(externalId ?? '') && isRead(fileOf(externalId ?? '')),
  );
  const back = present.filter(({ state, externalId }) => state === 'archived' && holds(externalId ?? ''));
  for (const { id } of gone)
    await client.call('archiveMemory', { params: { id }, query: {}, body: { reason: REASON }, signal });
  let restored = 0;
  for (const { id } of back) if (await isRestored(client, id, signal)) restored += 1;
  return { archived: gone.length, restored };
}

/** A memory whose text was forgotten for good since stays archived. */
async function isRestored(client: CairnClient, id: string, signal: AbortSignal): Promise<boolean> {
  try {
    await client.call('restoreMemory', { params: { id: id as MemoryId }, query: {}, body: {}, signal });
    return true;
  } catch (error) {
    if (error instanceof ServerRefusal && error.code === 'item/forgotten') return false;
    throw error;
  }
}

interface Present {
  readonly id: string;
  readonly state: string;
  readonly externalId: string | null;
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
