import type { GraphReader, GraphRelation, NeighbourQuery, RelationEnds } from '@cairn/contracts';

/** One step of a path, from one entity to the next. `forward` says whether the relation points from `from` to `to`. */
export interface Hop {
  readonly from: string;
  readonly to: string;
  readonly forward: boolean;
  readonly relation: GraphRelation;
}

export interface ConnectionPath {
  readonly hops: readonly Hop[];
  /** The product of the confidences of the hops, multiplied by 0.8 for each hop after the first. */
  readonly score: number;
}

/**
 * `connected`: `paths` has the paths, fewest hops first, then highest score. `apart`: there is no path, since
 * everything that one end reaches was read. `beyond`: there is no path within the limits of the search.
 */
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
/** The factor by which each hop after the first multiplies the score of a path. */
export const HOP_SHARE = 0.8;
/**
 * The bounds for the number of relations that are read of one entity. The more entities a step has, the fewer relations
 * are read of each.
 */
const RELATIONS_PER_ENTITY_MAX = 200;
const RELATIONS_PER_ENTITY_MIN = 20;
const RELATIONS_READ_MAX = 5_000;
/** The number of relations that are read after the shortest path is found, to find further paths. */
const EXTRA_RELATIONS_MAX = 1_000;
const ENTITIES_PER_READ = 100;
const STEPS_MAX = 50_000;

/**
 * Finds the shortest paths between two entities, and the paths that are one hop longer. The search reads relations
 * without evidence and times, which is cheaper, and then loads the evidence of the found paths. If a relation on these
 * paths is no longer valid or has changed its confidence, the search runs again and reads all relations with evidence
 * and times.
 */
export async function explainConnection(reader: GraphReader, question: ConnectionQuestion): Promise<Connection> {
  const found = await searchConnection(new Search(reader, question.asOf, { isUnproven: true }), question);
  return (
    (await proveConnection(reader, question, found)) ??
    searchConnection(new Search(reader, question.asOf, {}), question)
  );
}

const keyOf = ({ from, type, to }: RelationEnds) => JSON.stringify([from, type, to]);

async function proveConnection(
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

async function searchConnection(search: Search, question: ConnectionQuestion): Promise<Connection> {
  const a = new SearchSide(question.a);
  const b = new SearchSide(question.b);
  const hops = await findDistance(search, a, b);
  if (hops === undefined) {
    const outcome = isExhausted(a, b) && !search.truncated ? 'apart' : 'beyond';
    return { outcome, paths: [], truncated: search.truncated };
  }
  search.limitFurtherReads(EXTRA_RELATIONS_MAX);
  while (a.depth + b.depth < hops + 1 && !search.isSpent && !isExhausted(a, b)) await search.widen(chooseSide(a, b));
  const { paths, more } = findSimplePaths(search, question, hops);
  return { outcome: 'connected', paths, truncated: search.truncated || more };
}

/** The entities that the search reached from one end, each with its distance in hops. */
class SearchSide {
  readonly distances = new Map<string, number>();
  frontier: readonly string[];
  depth = 0;

  constructor(start: string) {
    this.distances.set(start, 0);
    this.frontier = [start];
  }
}

/** The relations read so far, as hops in both directions. */
class Search {
  readonly hopsFrom = new Map<string, Map<string, Hop>>();
  truncated = false;
  private relationsRead = 0;
  private relationsReadMax = RELATIONS_READ_MAX;

  private readonly reader: GraphReader;
  private readonly asOf: number;
  private readonly readOptions: Pick<NeighbourQuery, 'isUnproven'>;

  constructor(reader: GraphReader, asOf: number, readOptions: Pick<NeighbourQuery, 'isUnproven'>) {
    this.reader = reader;
    this.asOf = asOf;
    this.readOptions = readOptions;
  }

  get isSpent(): boolean {
    return this.relationsRead >= this.relationsReadMax;
  }

  /** Lowers the limit, so that at most this number of further relations is read. */
  limitFurtherReads(more: number): void {
    this.relationsReadMax = Math.min(this.relationsReadMax, this.relationsRead + more);
  }

  async widen(side: SearchSide): Promise<void> {
    const next = new Set<string>();
    for (let start = 0; start < side.frontier.length && !this.isSpent; start += ENTITIES_PER_READ)
      for (const end of await this.expand(side.frontier.slice(start, start + ENTITIES_PER_READ)))
        if (!side.distances.has(end)) next.add(end);
    if (this.isSpent) this.truncated = true;
    side.depth++;
    side.frontier = [...next].sort();
    for (const end of next) side.distances.set(end, side.depth);
  }

  private async expand(entities: readonly string[]): Promise<string[]> {
    const share = Math.floor((this.relationsReadMax - this.relationsRead) / entities.length);
    const limitPerEntity = Math.min(RELATIONS_PER_ENTITY_MAX, Math.max(RELATIONS_PER_ENTITY_MIN, share));
    const query = { entities, direction: 'both', asOf: this.asOf, limitPerEntity, ...this.readOptions } as const;
    const { relations, truncated } = await this.reader.neighbours(query);
    this.truncated ||= truncated.length > 0;
    this.relationsRead += relations.length;
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

const isExhausted = (a: SearchSide, b: SearchSide) => a.frontier.length === 0 || b.frontier.length === 0;

/**
 * Chooses the end to widen next: the end with fewer entities in its frontier. If both have equally many, the end that
 * was widened less.
 */
function chooseSide(a: SearchSide, b: SearchSide): SearchSide {
  if (a.frontier.length === b.frontier.length) return a.depth <= b.depth ? a : b;
  if (a.frontier.length === 0) return b;
  return b.frontier.length > 0 && b.frontier.length < a.frontier.length ? b : a;
}

/**
 * Widens the ends in turn until they share an entity. Returns the number of hops between the ends, or undefined if the limits are reached.
 */
async function findDistance(search: Search, a: SearchSide, b: SearchSide): Promise<number | undefined> {
  for (let hops = sumDistances(a, b); ; hops = sumDistances(a, b)) {
    if (hops !== undefined) return hops;
    if (a.depth + b.depth >= HOPS_MAX || search.isSpent || isExhausted(a, b)) return undefined;
    await search.widen(chooseSide(a, b));
  }
}

function sumDistances(a: SearchSide, b: SearchSide): number | undefined {
  const [small, large] = a.distances.size < b.distances.size ? [a, b] : [b, a];
  const sums = [...small.distances].flatMap(([end, hops]) => {
    const other = large.distances.get(end);
    return other === undefined ? [] : [hops + other];
  });
  return sums.length === 0 ? undefined : sums.reduce((least, sum) => Math.min(least, sum));
}

/** Finds the paths of `hops` or `hops + 1` hops through the relations that were read, in a fixed order and at most `STEPS_MAX` steps. */
function findSimplePaths(search: Search, { a, b }: ConnectionQuestion, hops: number) {
  if (a === b) return { paths: [{ hops: [], score: 1 }], more: false };
  const toB = distancesTo(search, b, hops + 1);
  const walk = { search, b, toB, found: [] as Hop[][], steps: 0 };
  for (const length of [hops, hops + 1]) extendWalk(walk, { at: a, left: length, taken: [], seen: new Set([a]) });
  const paths = walk.found.map(pathOf).sort(compareByHopsThenScore);
  return { paths: paths.slice(0, PATHS_MAX), more: paths.length > PATHS_MAX || walk.steps >= STEPS_MAX };
}

interface SearchWalk {
  readonly search: Search;
  readonly b: string;
  readonly toB: ReadonlyMap<string, number>;
  readonly found: Hop[][];
  steps: number;
}

interface WalkState {
  readonly at: string;
  readonly left: number;
  readonly taken: Hop[];
  readonly seen: Set<string>;
}

function extendWalk(walk: SearchWalk, { at, left, taken, seen }: WalkState): void {
  if (at === walk.b) {
    if (left === 0) walk.found.push([...taken]);
    return;
  }
  for (const hop of walk.search.hopsFrom.get(at)?.values() ?? []) {
    if (walk.steps++ >= STEPS_MAX) return;
    if (seen.has(hop.to) || (walk.toB.get(hop.to) ?? Infinity) > left - 1) continue;
    seen.add(hop.to);
    taken.push(hop);
    extendWalk(walk, { at: hop.to, left: left - 1, taken, seen });
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

const pathKeyOf = ({ hops }: ConnectionPath) => hops.map(({ to }) => to).join('\n');

function compareByHopsThenScore(one: ConnectionPath, other: ConnectionPath): number {
  const order = one.hops.length - other.hops.length || other.score - one.score;
  return order !== 0 ? order : pathKeyOf(one) < pathKeyOf(other) ? -1 : 1;
}
