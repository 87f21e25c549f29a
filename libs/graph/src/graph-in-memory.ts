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

/** A reader of a graph that is a value: for graphs of one file, for measuring, and as the double of a store. */
export class GraphInMemory implements GraphReader {
  private readonly byId: ReadonlyMap<string, GraphEntity>;
  private readonly byName = new Map<string, Set<GraphEntity>>();
  private readonly byToken = new Map<string, Set<GraphEntity>>();
  private readonly outgoing: ReadonlyMap<string, readonly GraphRelation[]>;
  private readonly incoming: ReadonlyMap<string, readonly GraphRelation[]>;

  readonly graph: Graph;

  constructor(graph: Graph) {
    this.graph = graph;
    this.byId = new Map(graph.entities.map((entity) => [entity.id, entity]));
    for (const entity of graph.entities) this.name(entity);
    const sorted = [...graph.relations].sort(byConfidence);
    this.outgoing = Map.groupBy(sorted, ({ from }) => from);
    this.incoming = Map.groupBy(sorted, ({ to }) => to);
  }

  private name(entity: GraphEntity): void {
    for (const name of [entity.name, ...entity.aliases]) {
      added(this.byName, normaliseName(name), entity);
      for (const token of nameTokens(name)) added(this.byToken, token, entity);
    }
  }

  load(ids: readonly string[]): Promise<readonly GraphEntity[]> {
    return Promise.resolve(ids.flatMap((id) => this.byId.get(id) ?? []));
  }

  findByKeys(keys: readonly string[]): Promise<readonly GraphEntity[]> {
    return this.load([...new Set(keys)]);
  }

  findByName(normalisedName: string, limit: number): Promise<readonly GraphEntity[]> {
    return this.findByNames([normalisedName], limit);
  }

  findByNames(normalisedNames: readonly string[], limit: number): Promise<readonly GraphEntity[]> {
    const found = normalisedNames.flatMap((name) => [...(this.byName.get(name) ?? [])].slice(0, limit));
    return Promise.resolve([...new Set(found)]);
  }

  findByTokens(tokens: readonly string[], limit: number): Promise<readonly GraphEntity[]> {
    const shared = new Map<GraphEntity, number>();
    for (const token of tokens)
      for (const entity of this.byToken.get(token) ?? []) shared.set(entity, (shared.get(entity) ?? 0) + 1);
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
      const all = this.around(id, direction).filter(
        (relation) => (wanted?.has(relation.type) ?? true) && isValidAt(relation, asOf),
      );
      if (all.length > limitPerEntity) truncated.push(id);
      for (const relation of all.slice(0, limitPerEntity)) relations.add(relation);
    }
    return Promise.resolve({ relations: [...relations], truncated });
  }

  proven(wanted: readonly RelationEnds[], asOf: number): Promise<readonly GraphRelation[]> {
    const keys = new Set(wanted.map(endsOf));
    const relations = this.graph.relations.filter(
      (relation) => keys.has(endsOf(relation)) && isValidAt(relation, asOf),
    );
    return Promise.resolve(relations);
  }

  private around(id: string, direction: NeighbourQuery['direction']): readonly GraphRelation[] {
    const out = direction === 'in' ? [] : (this.outgoing.get(id) ?? []);
    const into = direction === 'out' ? [] : (this.incoming.get(id) ?? []);
    return direction === 'both' ? [...out, ...into].sort(byConfidence) : [...out, ...into];
  }

  ruledRepositories(limit: number): Promise<readonly string[]> {
    return Promise.resolve([...new Set(this.graph.rules.map(({ repository }) => repository))].sort().slice(0, limit));
  }

  rules({ repository }: RepositoryPlace): Promise<readonly PathRule[]> {
    const wanted = normaliseName(repository);
    return Promise.resolve(this.graph.rules.filter((rule) => normaliseName(rule.repository) === wanted));
  }
}

function added(map: Map<string, Set<GraphEntity>>, key: string, entity: GraphEntity): void {
  map.set(key, (map.get(key) ?? new Set<GraphEntity>()).add(entity));
}

const endsOf = ({ from, to, type }: RelationEnds) => `${from}\n${to}\n${type}`;
const byConfidence = (a: GraphRelation, b: GraphRelation) =>
  b.confidence - a.confidence || (endsOf(a) < endsOf(b) ? -1 : endsOf(a) > endsOf(b) ? 1 : 0);
