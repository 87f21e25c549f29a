import type { GraphReader, GraphRelation } from '@cairn/contracts';

/** The surroundings of an entity. */
export interface Surroundings {
  /** The entity itself first, then by distance. */
  readonly nodes: readonly { readonly id: string; readonly depth: number }[];
  /** The walked relations between two of the nodes. */
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

/** How many relations of each entity are read at least, if there are many entities. */
const RELATIONS_LEAST = 10;

/** So many entities are read at a time, so that a step that fills the answer is not read to its end. */
const ENTITIES_A_READ = 20;

/** The entities within some hops, whichever way the relations point, nearest and most confident first. */
export async function explore(reader: GraphReader, question: SurroundingsQuestion): Promise<Surroundings> {
  const around = new Around(reader, question);
  let frontier = [question.entityId];
  for (let depth = 1; depth <= question.depth && frontier.length > 0; depth++)
    frontier = await around.widen(frontier, depth);
  return around.found;
}

class Around {
  private readonly depths: Map<string, number>;
  private readonly relations = new Map<string, GraphRelation>();
  private isTruncated = false;

  private readonly reader: GraphReader;
  private readonly question: SurroundingsQuestion;

  constructor(reader: GraphReader, question: SurroundingsQuestion) {
    this.reader = reader;
    this.question = question;
    this.depths = new Map([[question.entityId, 0]]);
  }

  get found(): Surroundings {
    return {
      nodes: [...this.depths].map(([id, depth]) => ({ id, depth })),
      relations: [...this.relations.values()].filter(({ from, to }) => this.depths.has(from) && this.depths.has(to)),
      truncated: this.isTruncated,
    };
  }

  /** One step from all of the frontier; returns what is new. The first step is taken whatever the limit. */
  async widen(frontier: readonly string[], depth: number): Promise<string[]> {
    const { limit } = this.question;
    const next: string[] = [];
    for (let left = frontier; left.length > 0; left = left.slice(ENTITIES_A_READ)) {
      if (depth > 1 && this.room === 0) {
        this.isTruncated = true;
        break;
      }
      const limitPerEntity = Math.min(limit, Math.max(RELATIONS_LEAST, Math.floor((2 * limit) / frontier.length)));
      const ends = await this.read(left.slice(0, ENTITIES_A_READ), limitPerEntity);
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

  /** Adds as many entities as there is room for. */
  private add(ends: readonly string[], depth: number): string[] {
    const fresh = [...new Set(ends)].filter((id) => !this.depths.has(id));
    const taken = fresh.slice(0, Math.max(0, this.room));
    this.isTruncated ||= taken.length < fresh.length;
    for (const id of taken) this.depths.set(id, depth);
    return taken;
  }
}

const keyOf = ({ from, type, to, validFrom }: GraphRelation) => JSON.stringify([from, type, to, validFrom]);
