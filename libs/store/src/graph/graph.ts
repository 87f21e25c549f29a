import type { GraphEntity } from '@cairn/contracts';
import type { ScopeFields } from '../kit/conditions.ts';
import { feature, type CallsOf } from '../kit/feature.ts';
import type { ReadTransaction } from '../kit/transaction.ts';
import { entityPage } from './entity-pages.ts';
import { keepItem } from './keep-item.ts';
import { findLinks } from './linked.ts';
import { entitiesOf, findByNames } from './names.ts';
import { findByTokens, findNeighbours, filterRelationsWithEvidence } from './reading.ts';
import { ruledRepositories, findRules } from './rules.ts';
import { graphReaderContextOf } from './seeing.ts';
import { graphDeclared, graphTables } from './tables.ts';

interface LoadQuery {
  readonly scope: ScopeFields;
  readonly ids: readonly string[];
}

const loadGraphRows = async (tx: ReadTransaction, { scope, ids }: LoadQuery): Promise<GraphEntity[]> =>
  entitiesOf(tx, await graphReaderContextOf(tx, scope), ids);

interface NamesQuery {
  readonly scope: ScopeFields;
  readonly names: readonly string[];
  readonly limit: number;
}

const findNamed = async (tx: ReadTransaction, { scope, ...names }: NamesQuery): Promise<GraphEntity[]> =>
  findByNames(tx, await graphReaderContextOf(tx, scope), names);

/**
 * The graph of an organisation contains what its active memories state about entities, relations and the rules of
 * repositories. Each query checks the items behind the evidence, so that no answer comes from items that are hidden,
 * archived, superseded or forgotten. `graphReader` runs the queries of one scope.
 */
export const graphs = feature('graph', {
  tables: [...graphTables, graphDeclared],
  reads: {
    load: loadGraphRows,
    named: findNamed,
    entities: entityPage,
    tokens: findByTokens,
    neighbours: findNeighbours,
    proven: filterRelationsWithEvidence,
    linked: findLinks,
    ruledRepositories,
    rules: findRules,
  },
  writes: { keep: keepItem },
  repeatable: ['keep'],
});
export type Graphs = CallsOf<typeof graphs>;
