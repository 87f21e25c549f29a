import type { GraphReader, GraphRelation, NeighbourQuery, RelationEnds } from '@cairn/contracts';

/** One step of a path, walked from one entity to the next; `forward` says whether the relation points that way. */
export interface Hop {
  readonly from: string;
  readonly to: string;
  readonly forward: boolean;
  readonly relation: GraphRelation;
}

export interface ConnectionPath {
  readonly hops: readonly Hop[];
  /** The product of the confidences, times .8 for each hop after the first. */
  readonly score: number;
}

/** `connected`: paths by hops, then score. `apart`: all that either reaches was read. `beyond`: not within the limits. */
export interface Connection {
  readonly outcome: 'connected' | 'apart' | 'beyond';
  readonly paths: readonly ConnectionPath[];
  readonly truncated: boolean;
}

export interface ConnectionQuestion {
  readonly a: string;
  readonly b: string;
  readonly asOf: number;
}

const HOPS_MAX = 6;
const PATHS_MAX = 20;
/** The share of a score that remains after each further hop. */
export const HOP_SHARE = 0.8;
/** How many relations of an entity are walked, so that a step is bounded. If a step has many entities, fewer of each are. */
const RELATIONS_PER_ENTITY = 200;
const RELATIONS_LEAST = 20;
const RELATIONS_READ_MAX = 5_000;
/** The number of relations that are read beside the shortest path, to find others. */
const OTHERS_READ_MAX = 1_000;
const ENTITIES_A_READ = 100;
const STEPS_MAX = 50_000;

/**
 * The shortest path between two entities, and others that are at most one hop longer. It is looked for among unproven
 * relations, and proven once it is found; where one of its hops does not hold as it was taken, all are read with their proof.
 */
export async function explainConnection(reader: GraphReader, question: ConnectionQuestion): Promise<Connection> {
  const found = await connect(new Search(reader, question.asOf, { isUnproven: true }), question);
  return (await prove(reader, question, found)) ?? connect(new Search(reader, question.asOf, {}), question);
}

const keyOf = ({ from, type, to }: RelationEnds) => JSON.stringify([from, type, to]);

async function prove(
  reader: GraphReader,
  { asOf }: ConnectionQuestion,
  found: Connection,
): Promise<Connection | undefined> {
  const taken = found.paths.flatMap(({ hops }) => hops.map(({ relation }) => relation));
  const wanted = [...new Map(taken.map((relation) => [keyOf(relation), relation])).values()];
  if (wanted.length === 0) return found;
  const said = new Map((await reader.proven(wanted, asOf)).map((relation) => [keyOf(relation), relation]));
  if (wanted.some((relation) => said.get(keyOf(relation))?.confidence !== relation.confidence)) return undefined;
  const proven = (hop: Hop): Hop => ({ ...hop, relation: said.get(keyOf(hop.relation)) ?? hop.relation });
  return { ...found, paths: found.paths.map(({ hops, score }) => ({ hops: hops.map(proven), score })) };
}

async function connect(search: Search, question: ConnectionQuestion): Promise<Connection> {
  const a = new Side(question.a);
  const b = new Side(question.b);
  const hops = await meet(search, a, b);
  if (hops === undefined) {
    const outcome = isExhausted(a, b) && !search.truncated ? 'apart' : 'beyond';
    return { outcome, paths: [], truncated: search.truncated };
  }
  search.allow(OTHERS_READ_MAX);
  while (a.depth + b.depth < hops + 1 && !search.isSpent && !isExhausted(a, b)) await search.widen(narrower(a, b));
  const { paths, more } = simplePaths(search, question, hops);
  return { outcome: 'connected', paths, truncated: search.truncated || more };
}

/** Entities reached from one end, by distance. */
class Side {
  readonly distances = new Map<string, number>();
  frontier: readonly string[];
  depth = 0;

  constructor(start: string) {
    this.distances.set(start, 0);
    this.frontier = [start];
  }
}

/** The relations read so far, both ways. */
class Search {
  readonly hopsFrom = new Map<string, Map<string, Hop>>();
  truncated = false;
  private read = 0;
  private readMax = RELATIONS_READ_MAX;

  private readonly reader: GraphReader;
  private readonly asOf: number;
  private readonly how: Pick<NeighbourQuery, 'isUnproven'>;

  constructor(reader: GraphReader, asOf: number, how: Pick<NeighbourQuery, 'isUnproven'>) {
    this.reader = reader;
    this.asOf = asOf;
    this.how = how;
  }

  get isSpent(): boolean {
    return this.read >= this.readMax;
  }

  /** Raises the limit by this number of relations from now on. */
  allow(more: number): void {
    this.readMax = Math.min(this.readMax, this.read + more);
  }

  async widen(side: Side): Promise<void> {
    const next = new Set<string>();
    for (let start = 0; start < side.frontier.length && !this.isSpent; start += ENTITIES_A_READ)
      for (const end of await this.expand(side.frontier.slice(start, start + ENTITIES_A_READ)))
        if (!side.distances.has(end)) next.add(end);
    if (this.isSpent) this.truncated = true;
    side.depth++;
    side.frontier = [...next].sort();
    for (const end of next) side.distances.set(end, side.depth);
  }

  private async expand(entities: readonly string[]): Promise<string[]> {
    const share = Math.floor((this.readMax - this.read) / entities.length);
    const limitPerEntity = Math.min(RELATIONS_PER_ENTITY, Math.max(RELATIONS_LEAST, share));
    const query = { entities, direction: 'both', asOf: this.asOf, limitPerEntity, ...this.how } as const;
    const { relations, truncated } = await this.reader.neighbours(query);
    this.truncated ||= truncated.length > 0;
    this.read += relations.length;
    for (const relation of relations) this.keep(relation);
    return entities.flatMap((entity) => [...(this.hopsFrom.get(entity)?.keys() ?? [])]);
  }

  private keep(relation: GraphRelation): void {
    const { from, to } = relation;
    if (from === to) return;
    this.keepHop({ from, to, forward: true, relation });
    this.keepHop({ from: to, to: from, forward: false, relation });
  }

  private keepHop(hop: Hop): void {
    const hops = this.hopsFrom.get(hop.from) ?? new Map<string, Hop>();
    this.hopsFrom.set(hop.from, hops);
    const known = hops.get(hop.to);
    if (!known || isBetter(hop, known)) hops.set(hop.to, hop);
  }
}

function isBetter(hop: Hop, known: Hop): boolean {
  const byConfidence = hop.relation.confidence - known.relation.confidence;
  if (byConfidence !== 0) return byConfidence > 0;
  if (hop.relation.type !== known.relation.type) return hop.relation.type < known.relation.type;
  return hop.forward && !known.forward;
}

const isExhausted = (a: Side, b: Side) => a.frontier.length === 0 || b.frontier.length === 0;

/** The side that is cheaper to widen; where they are alike the one that was widened less. */
function narrower(a: Side, b: Side): Side {
  if (a.frontier.length === b.frontier.length) return a.depth <= b.depth ? a : b;
  if (a.frontier.length === 0) return b;
  return b.frontier.length > 0 && b.frontier.length < a.frontier.length ? b : a;
}

/** Widens both ends in turn until they share an entity; the number of hops, or undefined. */
async function meet(search: Search, a: Side, b: Side): Promise<number | undefined> {
  for (let hops = distance(a, b); ; hops = distance(a, b)) {
    if (hops !== undefined) return hops;
    if (a.depth + b.depth >= HOPS_MAX || search.isSpent || isExhausted(a, b)) return undefined;
    await search.widen(narrower(a, b));
  }
}

function distance(a: Side, b: Side): number | undefined {
  const [small, large] = a.distances.size < b.distances.size ? [a, b] : [b, a];
  const sums = [...small.distances].flatMap(([end, hops]) => {
    const other = large.distances.get(end);
    return other === undefined ? [] : [hops + other];
  });
  return sums.length === 0 ? undefined : sums.reduce((least, sum) => Math.min(least, sum));
}

/** Paths of `hops` hops or one more, through what was read, in a fixed order and a bounded number of steps. */
function simplePaths(search: Search, { a, b }: ConnectionQuestion, hops: number) {
  if (a === b) return { paths: [{ hops: [], score: 1 }], more: false };
  const toB = distancesTo(search, b, hops + 1);
  const walk = { search, b, toB, found: [] as Hop[][], steps: 0 };
  for (const length of [hops, hops + 1]) walkOn(walk, { at: a, left: length, taken: [], seen: new Set([a]) });
  const paths = walk.found.map(pathOf).sort(byHopsThenScore);
  return { paths: paths.slice(0, PATHS_MAX), more: paths.length > PATHS_MAX || walk.steps >= STEPS_MAX };
}

interface Walk {
  readonly search: Search;
  readonly b: string;
  readonly toB: ReadonlyMap<string, number>;
  readonly found: Hop[][];
  steps: number;
}

interface Standing {
  readonly at: string;
  readonly left: number;
  readonly taken: Hop[];
  readonly seen: Set<string>;
}

function walkOn(walk: Walk, { at, left, taken, seen }: Standing): void {
  if (at === walk.b) {
    if (left === 0) walk.found.push([...taken]);
    return;
  }
  for (const hop of walk.search.hopsFrom.get(at)?.values() ?? []) {
    if (walk.steps++ >= STEPS_MAX) return;
    if (seen.has(hop.to) || (walk.toB.get(hop.to) ?? Infinity) > left - 1) continue;
    seen.add(hop.to);
    taken.push(hop);
    walkOn(walk, { at: hop.to, left: left - 1, taken, seen });
    taken.pop();
    seen.delete(hop.to);
  }
}

function distancesTo(search: Search, end: string, hopsMax: number): Map<string, number> {
  const distances = new Map([[end, 0]]);
  let frontier = [end];
  for (let hops = 1; hops <= hopsMax; hops++) {
    frontier = frontier.flatMap((at) =>
      [...(search.hopsFrom.get(at)?.keys() ?? [])].filter((to) => !distances.has(to)),
    );
    for (const at of frontier) distances.set(at, hops);
    frontier = [...new Set(frontier)];
  }
  return distances;
}

function pathOf(hops: readonly Hop[]): ConnectionPath {
  const product = hops.reduce((score, { relation }) => score * relation.confidence, 1);
  return { hops, score: product * HOP_SHARE ** (hops.length - 1) };
}

const wayOf = ({ hops }: ConnectionPath) => hops.map(({ to }) => to).join('\n');

function byHopsThenScore(one: ConnectionPath, other: ConnectionPath): number {
  const order = one.hops.length - other.hops.length || other.score - one.score;
  return order !== 0 ? order : wayOf(one) < wayOf(other) ? -1 : 1;
}
