import type {
  GraphEntity,
  GraphReader,
  GraphRelation,
  ItemId,
  NeighbourQuery,
  Neighbours,
  PathRule,
  RelationEnds,
  RepositoryPlace,
  Statements,
} from '@cairn/contracts';
import type { Scope } from '@cairn/domain';
import { Graphs, type EntityFilter, type EntityPage, type GraphLink, type Pointer } from '@cairn/ports';
import { fieldsOf, type ScopeFields } from '../kit/conditions.ts';
import { entityPage } from './entity-pages.ts';
import { keepItem } from './keep-item.ts';
import { entitiesOf, findByNames } from './names.ts';
import { linked } from './linked.ts';
import { findByTokens, neighbours, proven } from './reading.ts';
import { ruledRepositories, rules } from './rules.ts';
import { seeingOf } from './seeing.ts';
import { idOfKey } from './said-rows.ts';
import { graphDeclared, graphTables } from './tables.ts';
import { callsOf, portOf, type CallsOf, type SqlStore } from '../kit/module.ts';
import type { ReadTransaction } from '../kit/transaction.ts';

interface LoadQuery {
  readonly scope: ScopeFields;
  readonly ids: readonly string[];
}

const load = async (tx: ReadTransaction, { scope, ids }: LoadQuery): Promise<GraphEntity[]> =>
  entitiesOf(tx, await seeingOf(tx, scope), ids);

interface NamesQuery {
  readonly scope: ScopeFields;
  readonly names: readonly string[];
  readonly limit: number;
}

const named = async (tx: ReadTransaction, { scope, ...names }: NamesQuery): Promise<GraphEntity[]> =>
  findByNames(tx, await seeingOf(tx, scope), names);

export const graphStore = {
  name: 'graph',
  tables: [...graphTables, graphDeclared],
  reads: {
    load,
    named,
    entities: entityPage,
    tokens: findByTokens,
    neighbours,
    proven,
    linked,
    ruledRepositories,
    rules,
  },
  writes: { keep: keepItem },
  port: portOf(Graphs, (store) => new SqlGraphs(store)),
};

type Calls = CallsOf<typeof graphStore>;

export class SqlGraphs extends Graphs {
  private readonly calls: Calls;

  constructor(store: SqlStore) {
    super();
    this.calls = callsOf(graphStore, store);
  }

  keep({ orgId, kind, id }: Pointer, version: number, said: Statements): Promise<boolean> {
    return this.calls.keep(orgId, { orgId, kind, id, version, said });
  }

  reader(scope: Scope): GraphReader {
    return new SqlGraphReader(this.calls, scope);
  }

  async linked(scope: Scope, ids: readonly ItemId[], asOf: number): Promise<readonly GraphLink[]> {
    return ids.length === 0 ? [] : this.calls.linked(scope.orgId, { scope: fieldsOf(scope), ids, asOf });
  }

  entities(scope: Scope, filter: EntityFilter): Promise<EntityPage> {
    return this.calls.entities(scope.orgId, { scope: fieldsOf(scope), ...filter });
  }
}

class SqlGraphReader implements GraphReader {
  private readonly calls: Calls;
  private readonly scope: ScopeFields;

  constructor(calls: Calls, scope: Scope) {
    this.calls = calls;
    this.scope = fieldsOf(scope);
  }

  async load(ids: readonly string[]): Promise<readonly GraphEntity[]> {
    const byId = new Map((await this.loaded(ids)).map((entity) => [entity.id, entity]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  findByKeys(keys: readonly string[]): Promise<readonly GraphEntity[]> {
    return this.loaded([...new Set(keys.map(idOfKey))]);
  }

  findByName(normalisedName: string, limit: number): Promise<readonly GraphEntity[]> {
    return this.findByNames([normalisedName], limit);
  }

  findByNames(normalisedNames: readonly string[], limit: number): Promise<readonly GraphEntity[]> {
    return this.calls.named(this.scope.orgId, { scope: this.scope, names: normalisedNames, limit });
  }

  findByTokens(tokens: readonly string[], limit: number): Promise<readonly GraphEntity[]> {
    return this.calls.tokens(this.scope.orgId, { scope: this.scope, tokens, limit });
  }

  neighbours(query: NeighbourQuery): Promise<Neighbours> {
    return this.calls.neighbours(this.scope.orgId, { scope: this.scope, query });
  }

  proven(relations: readonly RelationEnds[], asOf: number): Promise<readonly GraphRelation[]> {
    return this.calls.proven(this.scope.orgId, { scope: this.scope, relations, asOf });
  }

  ruledRepositories(limit: number): Promise<readonly string[]> {
    return this.calls.ruledRepositories(this.scope.orgId, { scope: this.scope, limit });
  }

  rules(place: RepositoryPlace, asOf: number): Promise<readonly PathRule[]> {
    return this.calls.rules(this.scope.orgId, { scope: this.scope, place, asOf });
  }

  private loaded(ids: readonly string[]): Promise<GraphEntity[]> {
    return this.calls.load(this.scope.orgId, { scope: this.scope, ids });
  }
}
