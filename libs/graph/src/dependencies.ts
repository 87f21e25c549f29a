import type { GraphReader, GraphRelation } from '@cairn/contracts';
import { DEPENDS_ON } from './relation.ts';

/** A dependency or a dependent of the entity in question, at its shortest distance. */
export interface DependencyNode {
  readonly entityId: string;
  /** The number of relations from the entity in question, from 1. */
  readonly depth: number;
  /** The entity through which this entity was found. At depth 1, it is the entity in question. */
  readonly parentId: string;
  readonly relation: GraphRelation;
}

export interface DependencyChain {
  /** Sorted by depth, then in the order of the parents. */
  readonly nodes: readonly DependencyNode[];
  /** Each cycle is a list of entity ids in order. The first id is not repeated at the end. */
  readonly cycles: readonly (readonly string[])[];
  /**
   * The limit at which the answer was cut: `nodes` in total, `relations` of one entity, or `depth`. At least `atLeast`
   * items are missing.
   */
  readonly truncated?: { readonly reason: 'nodes' | 'relations' | 'depth'; readonly atLeast: number };
}

export interface DependencyQuestion {
  readonly entityId: string;
  readonly direction: 'depends_on' | 'needed_by';
  /** Levels to follow, 1 to 5. */
  readonly maxDepth: number;
  readonly asOf: number;
  /** Relation types to follow. Absent means only `depends_on`. */
  readonly types?: readonly string[];
}

export const DEPENDENCIES_MAX = 500;
const RELATIONS_PER_ENTITY_MAX = 500;
/**
 * Maximum number of relations that are read for one level. The more entities a level has, the fewer relations are read
 * of each, but at least the minimum.
 */
const RELATIONS_PER_LEVEL_MAX = 2000;
const RELATIONS_PER_ENTITY_MIN = 10;
/** Number of relations that are read of an entity to see whether more entities exist below the depth in question. */
const DEEPER_RELATIONS_PER_ENTITY = 5;
/**
 * Number of entities in the first read below the depth in question. Each further read doubles the number. The first
 * read is small, since one of the first entities usually has a deeper entity.
 */
const DEEPER_ENTITIES_FIRST = 5;
/** Number of entities per read. A level is read in batches, so that reading stops once the answer is full. */
const ENTITIES_PER_READ = 50;
const CYCLES_MAX = 20;
const CYCLE_STARTS_MAX = 100;

/** Finds the dependencies or dependents of an entity breadth first, so that each has its shortest depth. */
export async function dependencyChain(reader: GraphReader, question: DependencyQuestion): Promise<DependencyChain> {
  const tree = new DependencyTree(question);
  for (let depth = 1; depth <= question.maxDepth && tree.isGrowing; depth++) await tree.grow(reader, depth);
  const cycles = findCycles(tree.relations, question.direction);
  return { nodes: tree.nodes, cycles, ...(await tree.findLeftOut(reader)) };
}

class DependencyTree {
  readonly nodes: DependencyNode[] = [];
  readonly relations: GraphRelation[] = [];
  frontier: readonly string[];
  private readonly seen: Set<string>;
  private droppedEntities = 0;
  private truncatedEntities = 0;

  private readonly question: DependencyQuestion;

  constructor(question: DependencyQuestion) {
    this.question = question;
    this.frontier = [question.entityId];
    this.seen = new Set(this.frontier);
  }

  /** Whether the tree has room and entities left to expand. A full tree reads nothing more. */
  get isGrowing(): boolean {
    return this.frontier.length > 0 && this.nodes.length < DEPENDENCIES_MAX;
  }

  async grow(reader: GraphReader, depth: number): Promise<void> {
    const share = Math.max(RELATIONS_PER_ENTITY_MIN, Math.floor(RELATIONS_PER_LEVEL_MAX / this.frontier.length));
    const next: string[] = [];
    let left = this.frontier;
    for (; left.length > 0 && this.nodes.length < DEPENDENCIES_MAX; left = left.slice(ENTITIES_PER_READ)) {
      const parents = left.slice(0, ENTITIES_PER_READ);
      const { relations, truncated } = await this.read(reader, parents, Math.min(RELATIONS_PER_ENTITY_MAX, share));
      this.truncatedEntities += truncated.length;
      this.relations.push(...relations);
      const order = new Map(parents.map((id, index) => [id, index]));
      const steps = relations.map((relation) => this.stepOf(relation)).sort(compareByParent(order));
      next.push(...steps.flatMap((step) => this.add({ ...step, depth })));
    }
    this.frontier = [...left, ...next];
  }

  private read(reader: GraphReader, entities: readonly string[], limitPerEntity: number) {
    return reader.neighbours({
      entities,
      direction: this.question.direction === 'depends_on' ? 'out' : 'in',
      types: this.question.types ?? [DEPENDS_ON],
      asOf: this.question.asOf,
      limitPerEntity,
    });
  }

  private stepOf(relation: GraphRelation) {
    const isForward = this.question.direction === 'depends_on';
    const [parentId, entityId] = isForward ? [relation.from, relation.to] : [relation.to, relation.from];
    return { entityId, parentId, relation };
  }

  private add(node: DependencyNode): string[] {
    if (this.seen.has(node.entityId)) return [];
    this.seen.add(node.entityId);
    if (this.nodes.length >= DEPENDENCIES_MAX) this.droppedEntities++;
    else this.nodes.push(node);
    return this.nodes.length < DEPENDENCIES_MAX ? [node.entityId] : [];
  }

  /** Reports missing parts of the answer: dropped entities, relations beyond a hub's limit, and entities one level deeper. */
  async findLeftOut(reader: GraphReader): Promise<Pick<DependencyChain, 'truncated'>> {
    if (this.droppedEntities > 0) return { truncated: { reason: 'nodes', atLeast: this.droppedEntities } };
    if (this.truncatedEntities > 0) return { truncated: { reason: 'relations', atLeast: this.truncatedEntities } };
    const reason = this.nodes.length < DEPENDENCIES_MAX ? 'depth' : 'nodes';
    for (let left = this.frontier, size = DEEPER_ENTITIES_FIRST; left.length > 0; left = left.slice(size), size *= 2) {
      const { relations } = await this.read(reader, left.slice(0, size), DEEPER_RELATIONS_PER_ENTITY);
      const ends = relations.map((relation) => this.stepOf(relation).entityId);
      const deeper = new Set(ends.filter((id) => !this.seen.has(id)));
      if (deeper.size > 0) return { truncated: { reason, atLeast: deeper.size } };
    }
    return {};
  }
}

type DependencyStep = Omit<DependencyNode, 'depth'>;

const compareByParent = (order: ReadonlyMap<string, number>) => (a: DependencyStep, b: DependencyStep) =>
  (order.get(a.parentId) ?? 0) - (order.get(b.parentId) ?? 0) ||
  b.relation.confidence - a.relation.confidence ||
  (a.entityId < b.entityId ? -1 : 1);

/**
 * Finds a shortest cycle through each entity that lies on a cycle, and lists each cycle once. Takes linear time plus at
 * most 100 walks through the graph.
 */
function findCycles(relations: readonly GraphRelation[], direction: DependencyQuestion['direction']): string[][] {
  const next = removeDeadEnds(relations, direction);
  const cycles: string[][] = [];
  const told = new Set<string>();
  for (const start of [...next.keys()].sort().slice(0, CYCLE_STARTS_MAX)) {
    const cycle = told.has(start) || cycles.length >= CYCLES_MAX ? undefined : findShortestCycle(next, start);
    for (const id of cycle ?? []) told.add(id);
    if (cycle) cycles.push(cycle);
  }
  return cycles;
}

/** Maps each entity to its successors, after repeated removal of entities without successors. Every remaining entity leads to a cycle. */
function removeDeadEnds(relations: readonly GraphRelation[], direction: DependencyQuestion['direction']) {
  const next = new Map<string, Set<string>>();
  const before = new Map<string, Set<string>>();
  for (const { from, to } of relations) {
    const [start, end] = direction === 'depends_on' ? [from, to] : [to, from];
    setOf(next, start).add(end);
    setOf(before, end).add(start);
    setOf(next, end);
  }
  const dead = [...next].filter(([, ends]) => ends.size === 0).map(([id]) => id);
  for (let id = dead.pop(); id !== undefined; id = dead.pop()) {
    next.delete(id);
    for (const start of before.get(id) ?? []) {
      const ends = next.get(start);
      ends?.delete(id);
      if (ends?.size === 0) dead.push(start);
    }
  }
  return next;
}

function setOf(map: Map<string, Set<string>>, key: string): Set<string> {
  const known = map.get(key) ?? new Set<string>();
  map.set(key, known);
  return known;
}

function findShortestCycle(next: ReadonlyMap<string, ReadonlySet<string>>, start: string): string[] | undefined {
  const parents = new Map<string, string>();
  const queue = [start];
  for (const at of queue)
    for (const end of next.get(at) ?? []) {
      if (end === start) return collectPath(parents, start, at);
      if (parents.has(end)) continue;
      parents.set(end, at);
      queue.push(end);
    }
  return undefined;
}

function collectPath(parents: ReadonlyMap<string, string>, start: string, last: string): string[] {
  const way = [last];
  for (let at = last; at !== start;) {
    at = parents.get(at)!;
    way.unshift(at);
  }
  return way;
}
