import type { OrgId } from '@cairn/contracts';
import type { IndexEntry } from '@cairn/ports';
import type { Schemas } from '@qdrant/js-client-rest';
import type { Collection } from './collection.ts';
import { matchAny, matchValue } from './conditions.ts';
import { readHead, type Head } from './points.ts';

/** Entry of an item in the index, to be compared with the truth. */
export interface IndexedItem extends IndexEntry {
  /** Number of chunks that the item has at this version. */
  readonly chunks: number;
}

const PAGE_ITEMS = 500;
const PAGE_POINTS = 2_000;

/**
 * Yields all items of an organisation, including removed items, in no particular order. Items that are written
 * meanwhile may be missing.
 */
export async function* listIndexedItems(collection: Collection, orgId: OrgId): AsyncGenerator<IndexedItem> {
  const heads = { must: [matchValue('orgId', orgId), matchValue('chunk', 0)] };
  for await (const page of collection.pages(heads, PAGE_ITEMS)) {
    const items = page.map(readHead);
    const further = await findFurtherPoints(collection, items);
    for (const item of items) yield { ...item, isWhole: isWhole(item, further.get(item.id) ?? []) };
  }
}

interface FurtherPoint {
  readonly item: string;
  readonly version: number;
  readonly chunk: number;
}

async function findFurtherPoints(collection: Collection, heads: readonly Head[]): Promise<Map<string, FurtherPoint[]>> {
  const ids = heads.map(({ id }) => id);
  const orgId = heads[0]?.orgId as OrgId;
  const filter: Schemas['Filter'] = {
    must: [matchValue('orgId', orgId), matchAny('item', ids), { key: 'chunk', range: { gte: 1 } }],
  };
  const points: FurtherPoint[] = [];
  for await (const page of collection.pages(filter, PAGE_POINTS))
    points.push(...page.map(({ payload }) => payload as unknown as FurtherPoint));
  return Map.groupBy(points, ({ item }) => item);
}

function isWhole({ version, chunks }: Head, further: readonly FurtherPoint[]): boolean {
  return further.length === Math.max(0, chunks - 1) && further.every((p) => p.version === version && p.chunk < chunks);
}
