import type { estypes } from '@elastic/elasticsearch';
import type { Connection } from './connection.ts';
import { pointerFrom } from './documents.ts';

const PAGE_REMOVALS = 1000;

/** Deletes the records of removals that are older than `before` (epoch ms) from all these indexes. */
export async function forgetRemovals(connection: Connection, indexes: string, before: number): Promise<void> {
  while ((await forgetPage(connection, indexes, before)) === PAGE_REMOVALS);
}

/** Deletes one page of records and returns their number. */
async function forgetPage(connection: Connection, indexes: string, before: number): Promise<number> {
  const { hits } = await connection.read((client, options) => client.search(pageOf(indexes, before), options));
  if (hits.hits.length === 0) return 0;
  const { items } = await connection.write((client, options) =>
    client.bulk({ operations: hits.hits.map(deletionOf), refresh: 'wait_for' }, options),
  );
  return items.filter((item) => item.delete?.status === 200).length;
}

const pageOf = (index: string, before: number): estypes.SearchRequest => ({
  index,
  size: PAGE_REMOVALS,
  query: { range: { removed: { lt: before } } },
  seq_no_primary_term: true,
  track_total_hits: false,
});

/**
 * Deletes exactly the version that the search saw. Afterwards, Elasticsearch itself refuses older writes for a further
 * minute.
 */
const deletionOf = ({ _index, _id, _seq_no, _primary_term }: estypes.SearchHit): estypes.BulkOperationContainer => ({
  delete: { _index, _id: _id!, routing: pointerFrom(_id!).orgId, if_seq_no: _seq_no!, if_primary_term: _primary_term! },
});
