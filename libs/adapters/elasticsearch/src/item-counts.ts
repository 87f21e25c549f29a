import type { estypes } from '@elastic/elasticsearch';
import { itemKinds, type OrgId } from '@cairn/contracts';
import type { Connection } from './connection.ts';

interface CountedIndex {
  readonly orgId: OrgId;
  readonly index: string;
}

/**
 * Counts the items of each organisation. Removals do not count, since they have no kind. If an index does not answer,
 * its organisation is left out; a missing index has no items.
 */
export async function countItems(
  connection: Connection,
  asked: readonly CountedIndex[],
): Promise<ReadonlyMap<OrgId, number>> {
  if (asked.length === 0) return new Map();
  const searches = asked.flatMap(({ orgId, index }) => [headerOf({ orgId, index }), countRequest(orgId)]);
  const { responses } = await connection.read((client, options) => client.msearch({ searches }, options));
  return new Map(
    asked.flatMap(({ orgId }, at) => {
      const items = itemsIn(responses[at]!);
      return items === undefined ? [] : [[orgId, items] as const];
    }),
  );
}

const headerOf = ({ orgId, index }: CountedIndex): estypes.MsearchMultisearchHeader => ({
  index,
  routing: orgId,
  allow_partial_search_results: false,
});

const countRequest = (orgId: OrgId): estypes.SearchSearchRequestBody => ({
  size: 0,
  track_total_hits: true,
  query: { bool: { filter: [{ term: { org: orgId } }, { terms: { kind: [...itemKinds] } }] } },
});

function itemsIn(response: estypes.MsearchResponseItem): number | undefined {
  if (!('error' in response)) return (response.hits.total as estypes.SearchTotalHits).value;
  return response.error.type === 'index_not_found_exception' ? 0 : undefined;
}
