import type {
  GraphEntity,
  GraphReader,
  GraphRelation,
  NeighbourQuery,
  Neighbours,
  PathRule,
  RelationEnds,
  RepositoryPlace,
} from '@cairn/contracts';
import { isValidAt } from '@cairn/domain';
import { nameTokens, normaliseName } from './entity.ts';
import type { Graph } from './build-graph.ts';

/** Reads a graph that is in memory. Serves graphs of one file, measurements, and tests in place of a store. */
export class GraphInMemory implements GraphReader {
  private readonly entityById: ReadonlyMap<string, GraphEntity>;
  private readonly entitiesByName = new Map<string, Set<GraphEntity>>();
  private readonly entitiesByToken = new Map<string, Set<GraphEntity>>();
  private readonly relationsByFrom: ReadonlyMap<string, readonly GraphRelation[]>;
  private readonly relationsByTo: ReadonlyMap<string, readonly GraphRelation[]>;

  readonly graph: Graph;

  constructor(graph: Graph) {
    this.graph = graph;
    this.entityById = new Map(graph.entities.map((entity) => [entity.id, entity]));
    for (const entity of graph.entities) this.indexNames(entity);
    const sorted = [...graph.relations].sort(compareByConfidence);
    this.relationsByFrom = Map.groupBy(sorted, ({ from }) => from);
    this.relationsByTo = Map.groupBy(sorted, ({ to }) => to);
  }

  private indexNames(entity: GraphEntity): void {
    for (const name of [entity.name, ...entity.aliases]) {
      addEntity(this.entitiesByName, normaliseName(name), entity);
      for (const token of nameTokens(name)) addEntity(this.entitiesByToken, token, entity);
    }
  }

  load(ids: readonly string[]): Promise<readonly GraphEntity[]> {
    return Promise.resolve(ids.flatMap((id) => this.entityById.get(id) ?? []));
  }

  findByKeys(keys: readonly string[]): Promise<readonly GraphEntity[]> {
    return this.load([...new Set(keys)]);
  }

  findByName(normalisedName: string, limit: number): Promise<readonly GraphEntity[]> {
    return this.findByNames([normalisedName], limit);
  }

  findByNames(normalisedNames: readonly string[], limit: number): Promise<readonly GraphEntity[]> {
    const found = normalisedNames.flatMap((name) => [...(this.entitiesByName.get(name) ?? [])].slice(0, limit));
    return Promise.resolve([...new Set(found)]);
  }

  findByTokens(tokens: readonly string[], limit: number): Promise<readonly GraphEntity[]> {
    const shared = new Map<GraphEntity, number>();
    for (const token of tokens)
      for (const entity of this.entitiesByToken.get(token) ?? []) shared.set(entity, (shared.get(entity) ?? 0) + 1);
    const best = [...shared].sort(
      ([a, sharedA], [b, sharedB]) =>
        sharedB - sharedA || nameTokens(a.name).length - nameTokens(b.name).length || (a.id < b.id ? -1 : 1),
    );
    return Promise.resolve(best.slice(0, limit).map(([entity]) => entity));
  }

  neighbours({ entities, direction, types, asOf, limitPerEntity }: NeighbourQuery): Promise<Neighbours> {
    const wanted = types ? new Set(types) : undefined;
    const relations = new Set<GraphRelation>();
    const truncated: string[] = [];
    for (const id of entities) {
      const all = this.relationsAt(id, direction).filter(
        (relation) => (wanted?.has(relation.type) ?? true) && isValidAt(relation, asOf),
      );
      if (all.length > limitPerEntity) truncated.push(id);
      for (const relation of all.slice(0, limitPerEntity)) relations.add(relation);
    }
    return Promise.resolve({ relations: [...relations], truncated });
  }

  proven(wanted: readonly RelationEnds[], asOf: number): Promise<readonly GraphRelation[]> {
    const keys = new Set(wanted.map(keyOfEnds));
    const relations = this.graph.relations.filter(
      (relation) => keys.has(keyOfEnds(relation)) && isValidAt(relation, asOf),
    );
    return Promise.resolve(relations);
  }

  private relationsAt(id: string, direction: NeighbourQuery['direction']): readonly GraphRelation[] {
    const out = direction === 'in' ? [] : (this.relationsByFrom.get(id) ?? []);
    const into = direction === 'out' ? [] : (this.relationsByTo.get(id) ?? []);
    return direction === 'both' ? [...out, ...into].sort(compareByConfidence) : [...out, ...into];
  }

  ruledRepositories(limit: number): Promise<readonly string[]> {
    return Promise.resolve([...new Set(this.graph.rules.map(({ repository }) => repository))].sort().slice(0, limit));
  }

  rules({ repository }: RepositoryPlace): Promise<readonly PathRule[]> {
    const wanted = normaliseName(repository);
    return Promise.resolve(this.graph.rules.filter((rule) => normaliseName(rule.repository) === wanted));
  }
}

function addEntity(map: Map<string, Set<GraphEntity>>, key: string, entity: GraphEntity): void {
  map.set(key, (map.get(key) ?? new Set<GraphEntity>()).add(entity));
}

const keyOfEnds = ({ from, to, type }: RelationEnds) => `${from}\n${to}\n${type}`;
const compareByConfidence = (a: GraphRelation, b: GraphRelation) =>
  b.confidence - a.confidence || (keyOfEnds(a) < keyOfEnds(b) ? -1 : keyOfEnds(a) > keyOfEnds(b) ? 1 : 0);
