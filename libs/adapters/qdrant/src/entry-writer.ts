import type { Schemas } from '@qdrant/js-client-rest';
import type { Collection } from './collection.ts';
import { removalFenceOf, headOf, leftoversOf, pointId, pointsOf, readHead, type Entry, type Head } from './points.ts';

/**
 * Writes items so that the highest version stays, for any number of writers that may stop half-way.
 * Qdrant checks the condition of each point separately: an existing point is replaced only if the condition is true,
 * and a missing point is always created. The first point of an item always exists, so it ends at the highest version. A
 * late writer of an old version may still create further chunks, which the newer version does not have. A writer of
 * several chunks therefore reads the first points afterwards, and deletes chunks of other versions. If a writer ends
 * before that, the item is sent again.
 */
export class EntryWriter {
  private readonly collection: Collection;
  private readonly pointsMost: number;

  constructor(collection: Collection, pointsMost: number) {
    this.collection = collection;
    this.pointsMost = pointsMost;
  }

  async write(entries: readonly Entry[]): Promise<void> {
    const pages = this.pagesOf(entries.flatMap((entry) => pointsOf(entry).map((point) => ({ entry, point }))));
    const last = pages.pop() ?? [];
    for (const page of pages) await this.collection.update(upsertsOf(page));
    await this.collection.update([...upsertsOf(last), buildLeftoverRemoval(entries.map(headOf))]);
    await this.yieldToNewer(entries.filter(({ chunks }) => chunks.length > 1));
  }

  private async yieldToNewer(entries: readonly Entry[]): Promise<void> {
    if (entries.length === 0) return;
    const heads = await this.collection.retrieve(entries.map((entry) => pointId(entry, 0)));
    const newer = heads.map(readHead).filter((head) => entries.some((entry) => isBehind(entry, head)));
    if (newer.length > 0) await this.collection.update([buildLeftoverRemoval(newer)]);
  }

  private pagesOf(points: readonly PlacedEntry[]): PlacedEntry[][] {
    const count = Math.ceil(points.length / this.pointsMost);
    return Array.from({ length: count }, (_, page) =>
      points.slice(page * this.pointsMost, (page + 1) * this.pointsMost),
    );
  }
}

interface PlacedEntry {
  readonly entry: Entry;
  readonly point: Schemas['PointStruct'];
}

const isBehind = (entry: Entry, head: Head): boolean =>
  entry.id === head.id &&
  (entry.version < head.version || (entry.version === head.version && head.isRemoved && !entry.isRemoved));

/** Builds one operation for each condition. There are few conditions, since most items have the same version. */
function upsertsOf(placed: readonly PlacedEntry[]): Schemas['UpsertOperation'][] {
  const groups = Map.groupBy(placed, ({ entry }) => `${entry.version} ${entry.isRemoved}`);
  return [...groups.values()].map((group) => ({
    upsert: {
      points: group.map(({ point }) => point),
      update_filter: removalFenceOf((group[0] as PlacedEntry).entry),
    },
  }));
}

const buildLeftoverRemoval = (heads: readonly Head[]): Schemas['DeleteOperation'] => ({
  delete: { filter: leftoversOf(heads) },
});
