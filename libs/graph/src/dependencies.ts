import type { GraphReader, GraphRelation } from '@cairn/contracts';
import { DEPENDS_ON } from './relation.ts';

/** An entity that is depended on, or that depends, at its shortest depth. */
export interface DependencyNode {
  readonly entityId: string;
  /** From 1. */
  readonly depth: number;
  /** Whom it was found through; of depth 1 the entity that was asked about. */
  readonly parentId: string;
  readonly relation: GraphRelation;
}

export interface DependencyChain {
  /** By depth, then in the order of their parents. */
  readonly nodes: readonly DependencyNode[];
  /** Each a closed way: the ids in order, without the first one again. */
  readonly cycles: readonly (readonly string[])[];
  /** Why the answer is not all: nodes, or relations of one entity, above the limit. `atLeast` more were left out. */
  readonly truncated?: { readonly reason: 'nodes' | 'relations' | 'depth'; readonly atLeast: number };
}

export interface DependencyQuestion {
  readonly entityId: string;
  readonly direction: 'depends_on' | 'needed_by';
  /** 1 to 5. */
  readonly maxDepth: number;
  readonly asOf: number;
  /** Relation types to follow; absent: `depends_on` alone. */
  readonly types?: readonly string[];
}

export const DEPENDENCIES_MAX = 500;
const RELATIONS_PER_ENTITY = 500;
/** How many relations of a level are read, so that a level is bounded. If it has many entities, fewer of each are. */
const RELATIONS_A_LEVEL = 2000;
const RELATIONS_LEAST = 10;
/** How far one looks for what stands deeper than was asked: until something does. */
const DEEPER_RELATIONS = 5;
/** So many entities are asked about first, and each time twice as many, since mostly one of the first has the answer. */
const DEEPER_FIRST = 5;
/** So many entities are read at a time, so that a level that fills the answer is not read to its end. */
const ENTITIES_A_READ = 50;
const CYCLES_MAX = 20;
const STARTS_MAX = 100;

/** The dependencies or dependents of an entity, breadth first, so that each has its shortest depth. */
export async function dependencyChain(reader: GraphReader, question: DependencyQuestion): Promise<DependencyChain> {
  const tree = new Tree(question);
  for (let depth = 1; depth <= question.maxDepth && tree.isGrowing; depth++) await tree.grow(reader, depth);
  const cycles = cyclesOf(tree.relations, question.direction);
  return { nodes: tree.nodes, cycles, ...(await tree.leftOut(reader)) };
}

class Tree {
  readonly nodes: DependencyNode[] = [];
  readonly relations: GraphRelation[] = [];
  frontier: readonly string[];
  private readonly seen: Set<string>;
  private dropped = 0;
  private cut = 0;

  private readonly question: DependencyQuestion;

  constructor(question: DependencyQuestion) {
    this.question = question;
    this.frontier = [question.entityId];
    this.seen = new Set(this.frontier);
  }

  /** A full one takes nothing more, so that nothing more is read for it. */
  get isGrowing(): boolean {
    return this.frontier.length > 0 && this.nodes.length < DEPENDENCIES_MAX;
  }

  async grow(reader: GraphReader, depth: number): Promise<void> {
    const share = Math.max(RELATIONS_LEAST, Math.floor(RELATIONS_A_LEVEL / this.frontier.length));
    const next: string[] = [];
    let left = this.frontier;
    for (; left.length > 0 && this.nodes.length < DEPENDENCIES_MAX; left = left.slice(ENTITIES_A_READ)) {
      const parents = left.slice(0, ENTITIES_A_READ);
      const { relations, truncated } = await this.read(reader, parents, Math.min(RELATIONS_PER_ENTITY, share));
      this.cut += truncated.length;
      this.relations.push(...relations);
      const order = new Map(parents.map((id, index) => [id, index]));
      const steps = relations.map((relation) => this.stepOf(relation)).sort(byParent(order));
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
    if (this.nodes.length >= DEPENDENCIES_MAX) this.dropped++;
    else this.nodes.push(node);
    return this.nodes.length < DEPENDENCIES_MAX ? [node.entityId] : [];
  }

  /** Reports missing parts of the answer: dropped entities, relations beyond a hub's limit, and entities one level deeper. */
  async leftOut(reader: GraphReader): Promise<Pick<DependencyChain, 'truncated'>> {
    if (this.dropped > 0) return { truncated: { reason: 'nodes', atLeast: this.dropped } };
    if (this.cut > 0) return { truncated: { reason: 'relations', atLeast: this.cut } };
    const reason = this.nodes.length < DEPENDENCIES_MAX ? 'depth' : 'nodes';
    for (let left = this.frontier, size = DEEPER_FIRST; left.length > 0; left = left.slice(size), size *= 2) {
      const { relations } = await this.read(reader, left.slice(0, size), DEEPER_RELATIONS);
      const ends = relations.map((relation) => this.stepOf(relation).entityId);
      const deeper = new Set(ends.filter((id) => !this.seen.has(id)));
      if (deeper.size > 0) return { truncated: { reason, atLeast: deeper.size } };
    }
    return {};
  }
}

type Step = Omit<DependencyNode, 'depth'>;

const byParent = (order: ReadonlyMap<string, number>) => (a: Step, b: Step) =>
  (order.get(a.parentId) ?? 0) - (order.get(b.parentId) ?? 0) ||
  b.relation.confidence - a.relation.confidence ||
  (a.entityId < b.entityId ? -1 : 1);

/** A shortest way round through each entity that stands on one, told once. Time is linear but for at most 100 walks. */
function cyclesOf(relations: readonly GraphRelation[], direction: DependencyQuestion['direction']): string[][] {
  const next = withoutDeadEnds(relations, direction);
  const cycles: string[][] = [];
  const told = new Set<string>();
  for (const start of [...next.keys()].sort().slice(0, STARTS_MAX)) {
    const cycle = told.has(start) || cycles.length >= CYCLES_MAX ? undefined : shortestWayRound(next, start);
    for (const id of cycle ?? []) told.add(id);
    if (cycle) cycles.push(cycle);
  }
  return cycles;
}

/** The successors of each entity, after repeated removal of entities without successors: every remaining one leads to a cycle. */
function withoutDeadEnds(relations: readonly GraphRelation[], direction: DependencyQuestion['direction']) {
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

function shortestWayRound(next: ReadonlyMap<string, ReadonlySet<string>>, start: string): string[] | undefined {
  const parents = new Map<string, string>();
  const queue = [start];
  for (const at of queue)
    for (const end of next.get(at) ?? []) {
      if (end === start) return wayBack(parents, start, at);
      if (parents.has(end)) continue;
      parents.set(end, at);
      queue.push(end);
    }
  return undefined;
}

function wayBack(parents: ReadonlyMap<string, string>, start: string, last: string): string[] {
  const way = [last];
  for (let at = last; at !== start;) {
    at = parents.get(at)!;
    way.unshift(at);
  }
  return way;
}
