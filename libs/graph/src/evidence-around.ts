import type { GraphReader } from '@cairn/contracts';
import { HOP_SHARE } from './connection.ts';
import { findNeighbourhood } from './neighbourhood.ts';

/** Two hops cover the relations of an entity and the relations of its neighbours. */
const HOPS_MAX = 2;
/** The maximum number of entities that are read around one entity. */
const ENTITIES_AROUND_MAX = 50;

export interface AroundQuestion {
  readonly entityIds: readonly string[];
  readonly asOf: number;
}

/**
 * Maps the ids of memories that state relations around the given entities to their nearness, 0 to 1. The nearness of a
 * memory to one entity is the confidence of its best relation around this entity, multiplied by 0.8 if it is a relation
 * of a neighbour. The result is the mean of this nearness over all entities.
 */
export async function evidenceAround(
  reader: GraphReader,
  { entityIds, asOf }: AroundQuestion,
): Promise<ReadonlyMap<string, number>> {
  const all = await Promise.all(entityIds.map((entityId) => evidenceAroundOne(reader, entityId, asOf)));
  const total = new Map<string, number>();
  for (const one of all) for (const [id, score] of one) total.set(id, (total.get(id) ?? 0) + score / entityIds.length);
  return total;
}

async function evidenceAroundOne(reader: GraphReader, entityId: string, asOf: number): Promise<Map<string, number>> {
  const { nodes, relations } = await findNeighbourhood(reader, {
    entityId,
    depth: HOPS_MAX,
    limit: ENTITIES_AROUND_MAX,
    asOf,
  });
  const depths = new Map(nodes.map(({ id, depth }) => [id, depth]));
  const best = new Map<string, number>();
  for (const { from, to, confidence, evidence } of relations) {
    const hopsBefore = Math.min(depths.get(from) ?? HOPS_MAX, depths.get(to) ?? HOPS_MAX);
    const score = confidence * HOP_SHARE ** hopsBefore;
    for (const { memoryId } of evidence) best.set(memoryId, Math.max(best.get(memoryId) ?? 0, score));
  }
  return best;
}
