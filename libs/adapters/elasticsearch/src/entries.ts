import type { estypes } from '@elastic/elasticsearch';
import type { OrgId } from '@cairn/contracts';
import { errorType, type Connection } from './connection.ts';
import type { IndexEntry } from '@cairn/ports';
import { itemVersionOf, pointerFrom } from './documents.ts';

const PAGE_ENTRIES = 5000;
const SCROLL_KEEP_ALIVE = '1m';

/** Reads all entries of an organisation's index from one snapshot, so that writes during the reading do not change it. */
export async function* entriesOf(connection: Connection, index: string, orgId: OrgId): AsyncGenerator<IndexEntry> {
  const id = await openPoint(connection, index, orgId);
  if (id === undefined) return;
  try {
    let after: estypes.SortResults | undefined;
    do {
      const { hits } = await connection.read((client, options) => client.search(pageOf(id, orgId, after), options));
      yield* hits.hits.map(entryFrom);
      after = hits.hits.length < PAGE_ENTRIES ? undefined : hits.hits.at(-1)!.sort;
    } while (after);
  } finally {
    await connection.read((client, options) => client.closePointInTime({ id }, options));
  }
}

async function openPoint(connection: Connection, index: string, orgId: OrgId): Promise<string | undefined> {
  try {
    const { id } = await connection.read((client, options) =>
      client.openPointInTime({ index, routing: orgId, keep_alive: SCROLL_KEEP_ALIVE }, options),
    );
    return id;
  } catch (cause) {
    if (errorType(cause) === 'index_not_found_exception') return undefined;
    throw cause;
  }
}

const pageOf = (id: string, orgId: OrgId, after: estypes.SortResults | undefined): estypes.SearchRequest => ({
  pit: { id, keep_alive: SCROLL_KEEP_ALIVE },
  size: PAGE_ENTRIES,
  track_total_hits: false,
  version: true,
  query: { bool: { filter: [{ term: { org: orgId } }] } },
  sort: ['_shard_doc'],
  ...(after ? { search_after: after } : {}),
});

const entryFrom = ({ _id, _version }: estypes.SearchHit): IndexEntry => ({
  ...pointerFrom(_id as string),
  ...itemVersionOf(_version as number),
  isWhole: true,
});
