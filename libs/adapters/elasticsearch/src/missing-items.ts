import type { estypes } from '@elastic/elasticsearch';
import type { IndexedVersion } from '@cairn/ports';
import type { Connection } from './connection.ts';
import { documentId, itemVersionOf } from './documents.ts';

interface ItemInIndex {
  readonly item: IndexedVersion;
  readonly index: string;
}

/**
 * Lists the items that the indexes do not have at their version or a newer version, by reading the items by id. If an
 * index does not answer, none of its items are listed; if an index is missing, all of its items are listed.
 */
export async function missingItemsOf(
  connection: Connection,
  asked: readonly ItemInIndex[],
): Promise<readonly IndexedVersion[]> {
  if (asked.length === 0) return [];
  const wanted = asked.map(({ item, index }) => ({ _index: index, _id: documentId(item), routing: item.orgId }));
  const { docs } = await connection.read((client, options) => client.mget({ docs: wanted, _source: false }, options));
  return asked.flatMap(({ item }, at) => ((versionIn(docs[at]!) ?? item.version) < item.version ? [item] : []));
}

/** Returns the version of a document: 0 if the document does not exist, undefined if this is unknown. */
function versionIn(found: estypes.MgetResponseItem): number | undefined {
  if ('error' in found) return found.error.type === 'index_not_found_exception' ? 0 : undefined;
  return found.found ? itemVersionOf(found._version!).version : 0;
}
