import type { GraphRelation, PathRule, RepositoryPlace } from '@cairn/contracts';
import { LOCATED_IN, normaliseName, normalisePath, owningTypes, rulesFromStatements } from '@cairn/graph';
import { sql } from 'kysely';
import type { ScopeFields } from '../kit/conditions.ts';
import { ofDialect } from '../kit/dialect.ts';
import { forEachGiven, indexHint } from '../kit/for-each-given.ts';
import { statementOf } from '../kit/prepared.ts';
import { inScope, isNamed, readerCondition, seenBy, type SeenBy } from './in-scope.ts';
import { entitiesOf } from './names.ts';
import { neighboursOf } from './reading.ts';
import { graphReaderContextOf, type GraphReaderContext } from './seeing.ts';
import type { ReadTransaction } from '../kit/transaction.ts';

/** The maximum number of ownership rules that are read of one repository. */
const RULES_MAX = 50_000;
/** The maximum number of paths that are read around a path: patterns in each folder above it, and paths below it. */
const PATHS_MAX = 50;
const OWNERS_MAX = 50;

const queriesOf = ofDialect((dialect) => ({
  rules: statementOf<SeenBy & { home: string; asOf: number }>(dialect)(
    (place) => sql<{
      rule: string;
    }>`select rule.rule from graph_rule as rule ${indexHint(dialect, 'graph_rule_by_home')} ${inScope(dialect, place, 'rule')}
      and rule.org_id = ${place('orgId')} and rule.home = ${place('home')}
      and (item.valid_from is null or item.valid_from <= ${place('asOf')})
      and (item.valid_to is null or item.valid_to > ${place('asOf')})
      order by rule.order_in_file, rule.rule limit ${sql.lit(RULES_MAX)}`,
  ),
  paths: forEachGiven<SeenBy & { home: string }, { id: string }>(dialect, {
    columns: { low: 'text', high: 'text' },
    rows: (
      place,
      given,
    ) => sql`select distinct named.entity_id as id from graph_name as named ${indexHint(dialect, 'graph_name_by_place')}
      where named.org_id = ${place('orgId')} and named.home = ${place('home')} and named.type = 'path'
      and named.place >= ${given('low')} and named.place < ${given('high')} and ${readerCondition(place, 'named')}
      order by named.entity_id limit ${sql.lit(PATHS_MAX)}`,
  }),
  nextRuled: statementOf<SeenBy & { after: string }>(dialect)(
    (place) => sql<{ home: string; repository: string }>`
      select rule.home, rule.repository from graph_rule as rule ${indexHint(dialect, 'graph_rule_by_home')} ${inScope(dialect, place, 'rule')}
      and rule.org_id = ${place('orgId')} and rule.home > ${place('after')} order by rule.home limit 1`,
  ),
  nextNamed: statementOf<SeenBy & { after: string }>(dialect)(
    (place) => sql<{ home: string; repository: string }>`
      select named.home, named.repository from graph_name as named ${indexHint(dialect, 'graph_name_by_place')}
      where named.org_id = ${place('orgId')} and named.type = 'path' and named.home > ${place('after')}
      and ${readerCondition(place, 'named')} and ${isNamed(dialect, place)} order by named.home limit 1`,
  ),
}));

/** Lists the repositories that have ownership rules or statements about paths; each costs one look-up in an index. */
export async function ruledRepositories(
  tx: ReadTransaction,
  { scope, limit }: { readonly scope: ScopeFields; readonly limit: number },
): Promise<string[]> {
  const seen = seenBy(scope);
  const { nextRuled, nextNamed } = queriesOf(tx.dialect);
  const found: string[] = [];
  for (let after = ''; found.length < limit;) {
    const next = [await tx.get(nextRuled, { ...seen, after }), await tx.get(nextNamed, { ...seen, after })];
    const [first] = next.flatMap((row) => row ?? []).sort((a, b) => (a.home < b.home ? -1 : 1));
    if (!first) break;
    found.push(first.repository);
    after = first.home;
  }
  return found;
}

interface RulesQuery {
  readonly scope: ScopeFields;
  readonly place: RepositoryPlace;
  readonly asOf: number;
}

/** Reads the ownership rules of files, and statements about the path, the folders above it and the paths below it. */
export async function findRules(tx: ReadTransaction, query: RulesQuery): Promise<PathRule[]> {
  const seen = await graphReaderContextOf(tx, query.scope);
  const home = normaliseName(query.place.repository);
  const rows = await tx.all(queriesOf(tx.dialect).rules, { ...seen, home, asOf: query.asOf });
  const filed = rows.map(({ rule }) => {
    const read = JSON.parse(rule) as PathRule;
    return { ...read, owners: [...new Set(read.owners.map((id) => seen.corrections.of(id)))] };
  });
  return [...filed, ...(await pathRulesOf(tx, seen, query))];
}

async function pathRulesOf(
  tx: ReadTransaction,
  seen: GraphReaderContext,
  { place, asOf }: RulesQuery,
): Promise<PathRule[]> {
  const home = normaliseName(place.repository);
  const paths = await queriesOf(tx.dialect).paths(tx, { ...seen, home }, rangesAround(place.path));
  const ids = [...new Set(paths.map(({ id }) => id))];
  const types = [...owningTypes.map(({ type }) => type), LOCATED_IN];
  const near = await relationsInto(tx, seen, { asOf, ids, types });
  const things = near.filter(({ type }) => type === LOCATED_IN).map(({ from }) => from);
  const owning = await relationsInto(tx, seen, {
    asOf,
    ids: [...new Set(things)],
    types: owningTypes.map(({ type }) => type),
  });
  return rulesFromStatements([...near, ...owning], await entitiesOf(tx, seen, ids));
}

interface RelationsQuery {
  readonly asOf: number;
  readonly ids: readonly string[];
  readonly types: readonly string[];
}

async function relationsInto(
  tx: ReadTransaction,
  seen: GraphReaderContext,
  { asOf, ids, types }: RelationsQuery,
): Promise<readonly GraphRelation[]> {
  if (ids.length === 0) return [];
  const query = { entities: ids, direction: 'in', types, asOf, limitPerEntity: OWNERS_MAX } as const;
  return (await neighboursOf(tx, seen, query)).relations;
}

/** Makes ranges of paths that cover the path, each folder above it, patterns in those folders, and all paths below it. */
function rangesAround(path: string): { low: string; high: string }[] {
  const parts = normalisePath(path).split('/').filter(Boolean);
  const folders = ['', ...parts.map((_, index) => parts.slice(0, index + 1).join('/'))];
  const around = folders.flatMap((folder) => {
    const inside = folder === '' ? '' : `${folder}/`;
    return [
      { low: folder, high: `${folder}\u0001` },
      { low: `${inside}*`, high: `${inside}+` },
    ];
  });
  const whole = parts.join('/');
  return whole === '' ? around : [...around, { low: `${whole}/`, high: `${whole}0` }];
}
