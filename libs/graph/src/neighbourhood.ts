import type { GraphReader, GraphRelation } from '@cairn/contracts';

/** The entities around an entity, and the relations between them. */
export interface Neighbourhood {
  /** First the entity in question, then all other entities by their distance in hops. */
  readonly nodes: readonly { readonly id: string; readonly depth: number }[];
  /** The relations that were read and connect two of the nodes. */
  readonly relations: readonly GraphRelation[];
  readonly truncated: boolean;
}

export interface NeighbourhoodQuestion {
  readonly entityId: string;
  /** Hops, 1 to 3. */
  readonly depth: number;
  /** The maximum number of entities, including the one in question. */
  readonly limit: number;
  readonly asOf: number;
}

/** The minimum number of relations that are read of each entity, however many entities a step has. */
const RELATIONS_PER_ENTITY_MIN = 10;

/** Number of entities per read. A step is read in batches, so that reading stops once the answer is full. */
const ENTITIES_PER_READ = 20;

/** Finds the entities within some hops of an entity, along relations in either direction, nearest and most confident first. */
export async function findNeighbourhood(reader: GraphReader, question: NeighbourhoodQuestion): Promise<Neighbourhood> {
  const around = new SurroundingsSearch(reader, question);
  let frontier = [question.entityId];
  for (let depth = 1; depth <= question.depth && frontier.length > 0; depth++)
    frontier = await around.widen(frontier, depth);
  return around.surroundings;
}

class SurroundingsSearch {
  private readonly depths: Map<string, number>;
  private readonly relations = new Map<string, GraphRelation>();
  private isTruncated = false;

  private readonly reader: GraphReader;
  private readonly question: NeighbourhoodQuestion;

  constructor(reader: GraphReader, question: NeighbourhoodQuestion) {
    this.reader = reader;
    this.question = question;
    this.depths = new Map([[question.entityId, 0]]);
  }

  get surroundings(): Neighbourhood {
    return {
      nodes: [...this.depths].map(([id, depth]) => ({ id, depth })),
      relations: [...this.relations.values()].filter(({ from, to }) => this.depths.has(from) && this.depths.has(to)),
      truncated: this.isTruncated,
    };
  }

  /** Takes one step from all entities of the frontier and returns the new entities. The first step is taken whatever the limit. */
  async widen(frontier: readonly string[], depth: number): Promise<string[]> {
    const { limit } = this.question;
    const next: string[] = [];
    for (let left = frontier; left.length > 0; left = left.slice(ENTITIES_PER_READ)) {
      if (depth > 1 && this.room === 0) {
        this.isTruncated = true;
        break;
      }
      const limitPerEntity = Math.min(
        limit,
        Math.max(RELATIONS_PER_ENTITY_MIN, Math.floor((2 * limit) / frontier.length)),
      );
      const ends = await this.read(left.slice(0, ENTITIES_PER_READ), limitPerEntity);
      next.push(...this.add(ends, depth));
    }
    return next;
  }

  private get room(): number {
    return this.question.limit - this.depths.size;
  }

  private async read(entities: readonly string[], limitPerEntity: number): Promise<readonly string[]> {
    const { asOf } = this.question;
    const { relations, truncated } = await this.reader.neighbours({
      entities,
      direction: 'both',
      asOf,
      limitPerEntity,
    });
    this.isTruncated ||= truncated.length > 0;
    for (const relation of relations) this.relations.set(keyOf(relation), relation);
    return relations.flatMap(({ from, to }) => [from, to]);
  }

  /** Adds as many new entities as there is room for and returns them. */
  private add(ends: readonly string[], depth: number): string[] {
    const fresh = [...new Set(ends)].filter((id) => !this.depths.has(id));
    const taken = fresh.slice(0, Math.max(0, this.room));
    this.isTruncated ||= taken.length < fresh.length;
    for (const id of taken) this.depths.set(id, depth);
    return taken;
  }
}

const keyOf = ({ from, type, to, validFrom }: GraphRelation) => JSON.stringify([from, type, to, validFrom]);
