import type { estypes } from '@elastic/elasticsearch';
import type { IndexedVersion } from '@cairn/ports';
import type { Connection } from './connection.ts';
import { documentId, itemVersionOf } from './documents.ts';

interface Asked {
  readonly item: IndexedVersion;
  readonly index: string;
}

/** Which items indexes lack at their version or a newer one, asked by id. An index that does not answer lacks nothing; one that is not there lacks all. */
export async function lackingOf(connection: Connection, asked: readonly Asked[]): Promise<readonly IndexedVersion[]> {
  if (asked.length === 0) return [];
  const wanted = asked.map(({ item, index }) => ({ _index: index, _id: documentId(item), routing: item.orgId }));
  const { docs } = await connection.read((client, options) => client.mget({ docs: wanted, _source: false }, options));
  return asked.flatMap(({ item }, at) => ((versionIn(docs[at]!) ?? item.version) < item.version ? [item] : []));
}

/** Zero where there is no such document; undefined where that cannot be told. */
function versionIn(found: estypes.MgetResponseItem): number | undefined {
  if ('error' in found) return found.error.type === 'index_not_found_exception' ? 0 : undefined;
  return found.found ? itemVersionOf(found._version!).version : 0;
}
