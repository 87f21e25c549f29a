import type { GraphReader } from '@cairn/contracts';
import { HOP_SHARE } from './connection.ts';
import { explore } from './explore.ts';

/** An entity's own relations, and those of its neighbours. */
const HOPS = 2;
/** The most entities that are searched around one. */
const AROUND_MAX = 50;

export interface AroundQuestion {
  readonly entityIds: readonly string[];
  readonly asOf: number;
}

/**
 * The memories with relations around some entities, each with its nearness to all of them, 0-1: the confidence of the relation, times
 * .8 for a relation of a neighbour, averaged over the entities.
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
  const { nodes, relations } = await explore(reader, { entityId, depth: HOPS, limit: AROUND_MAX, asOf });
  const depths = new Map(nodes.map(({ id, depth }) => [id, depth]));
  const best = new Map<string, number>();
  for (const { from, to, confidence, evidence } of relations) {
    const hopsBefore = Math.min(depths.get(from) ?? HOPS, depths.get(to) ?? HOPS);
    const score = confidence * HOP_SHARE ** hopsBefore;
    for (const { memoryId } of evidence) best.set(memoryId, Math.max(best.get(memoryId) ?? 0, score));
  }
  return best;
}
