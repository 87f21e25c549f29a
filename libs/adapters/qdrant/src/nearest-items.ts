import type { ItemId } from '@cairn/contracts';
import type { VectorHit } from '@cairn/ports';
import type { Schemas } from '@qdrant/js-client-rest';
import { matchAny } from './conditions.ts';

/** Finds the nearest points, at most `limit`; points that match `not` are left out. */
export type NearestPoints = (not: Schemas['Condition'][], limit: number) => Promise<Schemas['ScoredPoint'][]>;

/**
 * Maximum number of items with the same cosine as the last hit that are also read, so that the hits with this cosine
 * can be ordered by id.
 */
const TIED_ITEMS_MAX = 1_000;
const POINTS_MAX = 10_000;

/**
 * Returns the items with the best chunks, best first, equal cosines by id. Points are chunks, so the request asks for
 * more points than items. It is repeated with twice as many points and without the items already found, until there are
 * enough items or no more points. Each round finds at least one item.
 */
export async function nearestItems(nearest: NearestPoints, limit: number): Promise<VectorHit[]> {
  const best = new Map<ItemId, VectorHit>();
  for (let asked = Math.ceil(limit * 1.5); ; asked = Math.min(2 * asked, POINTS_MAX)) {
    const points = await nearest(best.size ? [matchAny('item', [...best.keys()])] : [], asked);
    for (const hit of points.map(hitOf)) best.set(hit.id, pickBetterHit(hit, best.get(hit.id)));
    const hits = [...best.values()].sort(compareByCosine);
    if (points.length < asked || isSettled(hits, limit, points.at(-1))) return hits.slice(0, limit);
  }
}

/** Tells whether no unread point can be among the first `limit` items. */
function isSettled(hits: readonly VectorHit[], limit: number, last: Schemas['ScoredPoint'] | undefined): boolean {
  const least = hits[limit - 1];
  if (!least || !last) return false;
  return last.score < least.cosine || hits.length >= limit + TIED_ITEMS_MAX;
}

/**
 * Reads a hit from a point. The point is not validated, since only this adapter writes points, and every id in a point
 * is checked against the truth.
 */
function hitOf({ score, payload }: Schemas['ScoredPoint']): VectorHit {
  const { item, chunk } = payload as unknown as { item: ItemId; chunk: number };
  return { id: item, chunk, cosine: Math.max(-1, Math.min(1, score)) };
}

function pickBetterHit(hit: VectorHit, other: VectorHit | undefined): VectorHit {
  if (!other || hit.cosine > other.cosine) return hit;
  return hit.cosine === other.cosine && hit.chunk < other.chunk ? hit : other;
}

const compareByCosine = (a: VectorHit, b: VectorHit): number => b.cosine - a.cosine || (a.id < b.id ? -1 : 1);
