import type { EntityType, GraphEntity } from '@cairn/contracts';
import { canonicalKey, normaliseName } from '@cairn/graph';
import { sql } from 'kysely';
import { ofDialect, type Dialect, type List } from '../kit/dialect.ts';
import { fewForEachGiven, forEachGiven, indexHint } from '../kit/for-each-given.ts';
import { statementOf } from '../kit/prepared.ts';
import { isNamed, readerCondition, type SeenBy } from './in-scope.ts';
import { idOfMention, typeOfId } from './said-rows.ts';
import type { GraphReaderContext } from './seeing.ts';
import type { NameRow } from './tables.ts';
import type { ReadTransaction } from '../kit/transaction.ts';

/** The maximum number of names that are read of one entity. Further names of the entity are ignored. */
const NAMES_MAX = 50;

const normalNameIndex = (dialect: Dialect) => indexHint(dialect, 'graph_name_by_normal');

const queriesOf = ofDialect((dialect) => ({
  ofEntities: fewForEachGiven<SeenBy, NameRow>(dialect, {
    columns: { id: 'text' },
    select: sql`named.*`,
    from: (place, given) => sql`graph_name as named
      where named.org_id = ${place('orgId')} and named.entity_id = ${given('id')} and ${readerCondition(place, 'named')}
      and ${isNamed(dialect, place)}`,
    order: sql`order by named.is_alias, named.name, named.reader`,
    most: NAMES_MAX,
  }),
  /** Reads up to two typed entities for each name; two mean that the name is ambiguous. */
  typed: forEachGiven<SeenBy, Pick<NameRow, 'entity_id' | 'normal'>>(dialect, {
    columns: { normal: 'text' },
    rows: (
      place,
      given,
    ) => sql`select distinct named.entity_id, named.normal from graph_name as named ${normalNameIndex(dialect)}
      where named.org_id = ${place('orgId')} and named.normal = ${given('normal')} and named.type <> 'unknown'
      and ${readerCondition(place, 'named')} and ${isNamed(dialect, place)} order by named.entity_id limit 2`,
  }),
  /** Selects those of the given entities that share a name with a mention without a type. */
  untyped: fewForEachGiven<SeenBy, Pick<NameRow, 'entity_id'>>(dialect, {
    columns: { id: 'text' },
    select: sql`distinct named.entity_id`,
    from: (place, given) => sql`graph_name as named
      where named.org_id = ${place('orgId')} and named.entity_id = ${given('id')} and ${readerCondition(place, 'named')} and exists
      (select 1 from graph_name as other ${indexHint(dialect, 'graph_name_by_normal')}
      where other.org_id = ${place('orgId')} and other.normal = named.normal and other.type = 'unknown' and ${readerCondition(place, 'other')})`,
    order: sql``,
    most: NAMES_MAX,
  }),
  anyUnknown: statementOf<SeenBy>(dialect)(
    (place) => sql<{
      one: number;
    }>`select 1 as one from graph_name as named ${indexHint(dialect, 'graph_name_unknown')}
      where named.org_id = ${place('orgId')} and named.type = 'unknown' and ${readerCondition(place, 'named')} limit 1`,
  ),
}));

const namesOf = (tx: ReadTransaction, seen: SeenBy, ids: readonly string[]): Promise<NameRow[]> =>
  queriesOf(tx.dialect).ofEntities(
    tx,
    seen,
    ids.map((id) => ({ id })),
  );

/** Reads the names of those of the given entities that have a type and share a name with a mention without a type. */
async function untypedNamesOf(
  tx: ReadTransaction,
  seen: GraphReaderContext,
  ids: readonly string[],
): Promise<NameRow[]> {
  const given = ids.filter((id) => typeOfId(id) !== 'unknown').map((id) => ({ id }));
  const found = await queriesOf(tx.dialect).untyped(tx, seen, given);
  return namesOf(
    tx,
    seen,
    found.map(({ entity_id }) => entity_id),
  );
}

/** Maps each normalised name to the typed entity with that name, if there is exactly one. */
async function typedByNormal(tx: ReadTransaction, seen: GraphReaderContext, normals: Iterable<string>) {
  const { corrections } = seen;
  const given = [...new Set(normals)].map((normal) => ({ normal }));
  const found = await queriesOf(tx.dialect).typed(tx, seen, given);
  const byNormal = Map.groupBy(found, ({ normal }) => normal);
  return new Map(
    given.flatMap(({ normal }) => {
      const own = (byNormal.get(normal) ?? []).map(({ entity_id }) => corrections.of(entity_id));
      const [only, ...others] = new Set([...own, ...corrections.named(normal)]);
      return only !== undefined && others.length === 0 ? [[normal, only] as const] : [];
    }),
  );
}

/**
 * Maps ids to the ids of the entities that they stand for. A merged entity stands for the entity that it was merged into.
 * A mention without a type stands for the typed entity with its name, if there is exactly one. An id that stands for
 * itself is absent.
 */
export async function findStandIns(
  tx: ReadTransaction,
  seen: GraphReaderContext,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { corrections } = seen;
  const joined = [...new Set(ids)].filter((id) => corrections.of(id) !== id);
  const untyped = [...new Set(ids)].filter((id) => typeOfId(id) === 'unknown' && corrections.of(id) === id);
  const names = await namesOf(tx, seen, untyped);
  const typed = await typedByNormal(
    tx,
    seen,
    names.map(({ normal }) => normal),
  );
  return new Map([
    ...joined.map((id) => [id, corrections.of(id)] as const),
    ...names.flatMap(({ entity_id, normal }) => {
      const id = typed.get(normal);
      return id === undefined ? [] : [[entity_id, id] as const];
    }),
  ]);
}

/**
 * Maps the ids under which statements about these entities can be stored to the entities. Such ids are those of the
 * entities themselves, of entities merged into them, and of mentions without a type that have one of their names.
 */
export async function membersOf(
  tx: ReadTransaction,
  seen: GraphReaderContext,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { corrections } = seen;
  const members = new Map(ids.flatMap((id) => corrections.members(id).map((member) => [member, id])));
  if (!(await tx.get(queriesOf(tx.dialect).anyUnknown, seen))) return members;
  const names = (await untypedNamesOf(tx, seen, [...members.keys()])).map(({ normal, entity_id }) => ({
    normal,
    id: corrections.of(entity_id),
  }));
  const given = ids.flatMap((id) => {
    const name = corrections.nameOf(id);
    return name === undefined ? [] : [{ normal: normaliseName(name), id }];
  });
  const all = [...names, ...given];
  const typed = await typedByNormal(
    tx,
    seen,
    all.map(({ normal }) => normal),
  );
  for (const { normal, id } of all)
    if (typed.get(normal) === id) members.set(idOfMention({ type: 'unknown', name: normal }), id);
  return members;
}

/** Reads the entities that the scope sees, ordered by their keys. An id is replaced by the entity that it stands for. */
export async function entitiesOf(
  tx: ReadTransaction,
  seen: GraphReaderContext,
  ids: readonly string[],
): Promise<GraphEntity[]> {
  const others = await findStandIns(tx, seen, ids);
  const wanted = [...new Set(ids.map((id) => others.get(id) ?? id))];
  const { corrections } = seen;
  const members = wanted.flatMap((id) => corrections.members(id));
  const names = Map.groupBy(await namesOf(tx, seen, members), ({ entity_id }) => corrections.of(entity_id));
  return [...names].map(([id, rows]) => entityOf(id, rows, corrections.nameOf(id))).sort(compareByKey);
}

const compareByKey = (a: GraphEntity, b: GraphEntity) => (canonicalKey(a) < canonicalKey(b) ? -1 : 1);

/**
 * Builds an entity. Its first name is the name that a manager gave it; without one, the first of its own names; without
 * any, the first name of an entity merged into it.
 */
function entityOf(id: string, rows: readonly NameRow[], given: string | undefined): GraphEntity {
  const namesIn = (some: readonly NameRow[]) => some.map(({ name }) => name).sort();
  const full = rows.filter(({ is_alias }) => !is_alias);
  const own = full.filter(({ entity_id }) => entity_id === id);
  const all = [...new Set([...(given === undefined ? [] : [given]), ...[own, full, rows].flatMap(namesIn)])];
  const repositories = [...new Set(rows.flatMap(({ repository }) => repository || []))];
  const [repository, ...more] = repositories;
  const name = all[0] ?? '';
  return {
    id,
    type: typeOfId(id) satisfies EntityType,
    name,
    aliases: all.filter((other) => other !== name).sort(),
    ...(repository !== undefined && more.length === 0 ? { repository } : {}),
  };
}

/**
 * Selects those of the given names that any entity of the organisation has, seen or not. SQLite queries this first: most
 * names are phrases of a question that no entity has, and the query of each name costs ten times as much.
 */
const knownNames = ofDialect((dialect) =>
  statementOf<{ orgId: string; normals: List }>(dialect)(
    (place) => sql<
      Pick<NameRow, 'normal'>
    >`select distinct named.normal from graph_name as named ${normalNameIndex(dialect)}
      where named.org_id = ${place('orgId')} and ${dialect.isAmong(sql.ref('named.normal'), place('normals'))}`,
  ),
);

async function keepKnown(tx: ReadTransaction, { orgId }: SeenBy, normals: readonly string[]): Promise<string[]> {
  if (tx.dialect.name !== 'sqlite' || normals.length < 2) return [...normals];
  const rows = await tx.all(knownNames(tx.dialect), { orgId, normals: tx.dialect.listOf(normals) });
  const known = new Set(rows.map(({ normal }) => normal));
  return normals.filter((normal) => known.has(normal));
}

const findersByName = ofDialect((dialect) =>
  forEachGiven<SeenBy & { limit: number }, Pick<NameRow, 'entity_id'>>(dialect, {
    columns: { normal: 'text' },
    rows: (place, given) => sql`select distinct named.entity_id from graph_name as named ${normalNameIndex(dialect)}
      where named.org_id = ${place('orgId')} and named.normal = ${given('normal')} and ${readerCondition(place, 'named')}
      and ${isNamed(dialect, place)} order by named.entity_id limit ${place('limit')}`,
  }),
);

/** Finds the entities that have one of these names. */
export async function findByNames(
  tx: ReadTransaction,
  seen: GraphReaderContext,
  { names, limit }: { readonly names: readonly string[]; readonly limit: number },
): Promise<GraphEntity[]> {
  const normals = [...new Set(names.map(normaliseName))];
  const given = (await keepKnown(tx, seen, normals)).map((normal) => ({ normal }));
  const found = await findersByName(tx.dialect)(tx, { ...seen, limit }, given);
  const renamed = normals.flatMap((normal) => seen.corrections.named(normal));
  return entitiesOf(tx, seen, [...found.map(({ entity_id }) => entity_id), ...renamed]);
}
