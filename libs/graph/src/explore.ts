import type { GraphReader, GraphRelation } from '@cairn/contracts';

/** What stands around an entity. */
export interface Surroundings {
  /** The entity itself first, then by distance. */
  readonly nodes: readonly { readonly id: string; readonly depth: number }[];
  /** Those that were walked and stand between two of the nodes. */
  readonly relations: readonly GraphRelation[];
  readonly truncated: boolean;
}

export interface SurroundingsQuestion {
  readonly entityId: string;
  /** 1 to 3. */
  readonly depth: number;
  /** Entities at most, the one that is asked about included. */
  readonly limit: number;
  readonly asOf: number;
}

/** Of each of many entities so many are read at least. */
const RELATIONS_LEAST = 10;

/** The entities within some hops, whichever way the relations point, nearest and most confident first. */
export async function explore(reader: GraphReader, question: SurroundingsQuestion): Promise<Surroundings> {
  const { entityId, depth: depthMax, limit, asOf } = question;
  const depths = new Map([[entityId, 0]]);
  const relations = new Map<string, GraphRelation>();
  let isTruncated = false;
  let frontier = [entityId];
  for (let depth = 1; depth <= depthMax && frontier.length > 0; depth++) {
    if (depth > 1 && depths.size >= limit) {
      isTruncated = true;
      break;
    }
    const limitPerEntity = Math.min(limit, Math.max(RELATIONS_LEAST, Math.floor((2 * limit) / frontier.length)));
    const query = { entities: frontier, direction: 'both', asOf, limitPerEntity } as const;
    const found = await reader.neighbours(query);
    isTruncated ||= found.truncated.length > 0;
    for (const relation of found.relations) relations.set(keyOf(relation), relation);
    const ends = found.relations.flatMap(({ from, to }) => [from, to]);
    const fresh = [...new Set(ends)].filter((id) => !depths.has(id));
    const room = limit - depths.size;
    isTruncated ||= fresh.length > room;
    frontier = fresh.slice(0, room);
    for (const id of frontier) depths.set(id, depth);
  }
  return {
    nodes: [...depths].map(([id, depth]) => ({ id, depth })),
    relations: [...relations.values()].filter(({ from, to }) => depths.has(from) && depths.has(to)),
    truncated: isTruncated,
  };
}

const keyOf = ({ from, type, to, validFrom }: GraphRelation) => JSON.stringify([from, type, to, validFrom]);
