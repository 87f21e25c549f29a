import type { GraphEntity, GraphRelation, NeighbourQuery, Neighbours, RelationEnds } from '@cairn/contracts';
import { agentIdsOf, isValidAt } from '@cairn/domain';
import { canonicalKey, mergeStatements } from '@cairn/graph';
import { sql, type RawBuilder } from 'kysely';
import { ofDialect, type Dialect, type List } from '../kit/dialect.ts';
import { forEachGiven, indexHint, togetherOrEach } from '../kit/for-each-given.ts';
import { statementOf, type PlaceOf } from '../kit/prepared.ts';
import { readerCondition, type SeenBy } from './in-scope.ts';
import { entitiesOf, membersOf, findStandIns } from './names.ts';
import { pairQueries, statementOfRow, type Pair } from './pairs.ts';
import { graphReaderContextOf, type GraphReaderContext } from './seeing.ts';
import { teamsOf, type ScopeFields } from '../kit/conditions.ts';
import type { RelationRow } from './tables.ts';
import type { ReadTransaction } from '../kit/transaction.ts';

type Candidate = Pick<RelationRow, 'from_id' | 'type' | 'to_id' | 'confidence'>;
type CandidateValues = SeenBy & { readonly asOf: number; readonly limit: number };

/** Selects those tokens of names that a list contains. Starts from the list and looks up each of its tokens. */
export const wordsOf = ({ name }: Dialect, list: List): RawBuilder<unknown> =>
  name === 'sqlite'
    ? sql`json_each(${list}) as wanted cross join graph_token as word on word.token = wanted.value`
    : sql`unnest(${list}::text[]) as wanted (value) join graph_token as word on word.token = wanted.value`;

const audienceGroups = ['', 'owner', 'peer'] as const;

const edgeColumns = sql<Candidate>`edge.from_id, edge.type, edge.to_id, edge.confidence`;

/** Makes SQL of the edges of an entity in one direction; `reader` is the condition on their audience. */
function edgesFrom(
  dialect: Dialect,
  { place, given, end, isTyped }: EdgeQuery,
  reader: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const index = `graph_relation_${end === 'from_id' ? 'out' : 'in'}${isTyped ? '' : '_any'}`;
  return sql`graph_relation as edge ${indexHint(dialect, index)}
    where edge.org_id = ${place('orgId')} and ${sql.ref(`edge.${end}`)} = ${given('id')} and ${reader}
    ${isTyped ? sql`and edge.type = ${given('type')}` : sql``}
    and (edge.holds_from is null or edge.holds_from <= ${place('asOf')})
    and (edge.holds_to is null or edge.holds_to > ${place('asOf')})`;
}

/**
 * Makes SQL that reads the edges of an entity in one direction within the items of one audience, the most confident
 * first. An index has this order.
 */
function edgesOf(dialect: Dialect, query: EdgeQuery, reader: (typeof audienceGroups)[number]): RawBuilder<unknown> {
  const { place, end, isTyped } = query;
  const other = end === 'from_id' ? 'to_id' : 'from_id';
  const word = reader === '' ? sql`''` : sql`${place(reader)}`;
  const isIn = sql`edge.reader = ${word} ${reader === '' ? sql`` : sql`and ${word} <> ''`}`;
  return sql`select * from (select ${edgeColumns} from ${edgesFrom(dialect, query, isIn)}
    order by edge.confidence desc, ${sql.ref(`edge.${other}`)} ${isTyped ? sql`` : sql`, edge.type`} limit ${place('limit')}) as ${sql.ref(`by_${reader || 'all'}`)}`;
}

interface EdgeQuery {
  readonly place: PlaceOf<CandidateValues>;
  readonly given: (name: string) => RawBuilder<unknown>;
  readonly end: 'from_id' | 'to_id';
  readonly isTyped: boolean;
}

/** The most edges of all entities of a call that SQLite reads in one statement. Beyond, some entity may be a hub, and each is read to its limit. */
const EDGES_TOGETHER_MAX = 200;

/** Reads at least the most confident edges of each entity, up to the limit in each audience; further ones may be among them. */
function candidateQuery(dialect: Dialect, { end, isTyped }: Pick<EdgeQuery, 'end' | 'isTyped'>) {
  const columns = { id: 'text', ...(isTyped && { type: 'text' as const }) } as const;
  const each = forEachGiven<CandidateValues, Candidate>(dialect, {
    columns,
    rows: (place, given) =>
      sql<Candidate>`${sql.join(
        audienceGroups.map((reader) => edgesOf(dialect, { place, given, end, isTyped }, reader)),
        sql` union all `,
      )}`,
  });
  const from = (place: EdgeQuery['place'], given: EdgeQuery['given']) =>
    edgesFrom(dialect, { place, given, end, isTyped }, sql`edge.reader in ('', ${place('owner')}, ${place('peer')})`);
  return togetherOrEach<CandidateValues, Candidate>(
    dialect,
    { columns, select: edgeColumns, from, most: EDGES_TOGETHER_MAX },
    each,
  );
}

const candidateQueries = ofDialect((dialect) => ({
  out: {
    typed: candidateQuery(dialect, { end: 'from_id', isTyped: true }),
    any: candidateQuery(dialect, { end: 'from_id', isTyped: false }),
  },
  in: {
    typed: candidateQuery(dialect, { end: 'to_id', isTyped: true }),
    any: candidateQuery(dialect, { end: 'to_id', isTyped: false }),
  },
}));

/**
 * Reads a bounded number of candidate relations for each entity, the most confident first. Then, unless `isUnproven` is
 * set, reads the statements about these relations that the caller may see, and keeps only relations that are valid by
 * these statements.
 */
export async function neighboursOf(
  tx: ReadTransaction,
  seen: GraphReaderContext,
  query: NeighbourQuery,
): Promise<Neighbours> {
  const members = await membersOf(tx, seen, query.entities);
  const found = await candidatesOf(tx, seen, members, query);
  const byEntity = [...Map.groupBy(found, ({ entity }) => entity)].map(([id, own]) => ({
    id,
    own: distinctPairs(own),
  }));
  const kept = byEntity.flatMap(({ own }) => own.slice(0, query.limitPerEntity));
  const truncated = byEntity.filter(({ own }) => own.length > query.limitPerEntity);
  const pairs = distinctPairs(await withStandIns(tx, seen, { rows: kept, members }));
  const relations = query.isUnproven
    ? pairs.map(relationWithoutEvidence)
    : await relationsOf(tx, seen, { pairs, asOf: query.asOf });
  return { relations, truncated: truncated.map(({ id }) => id) };
}

export const findNeighbours = async (
  tx: ReadTransaction,
  { scope, query }: { readonly scope: ScopeFields; readonly query: NeighbourQuery },
): Promise<Neighbours> => neighboursOf(tx, await graphReaderContextOf(tx, scope), query);

interface ProvenQuery {
  readonly scope: ScopeFields;
  readonly relations: readonly RelationEnds[];
  readonly asOf: number;
}

export const filterRelationsWithEvidence = async (
  tx: ReadTransaction,
  { scope, relations, asOf }: ProvenQuery,
): Promise<readonly GraphRelation[]> => {
  const pairs = relations.map(({ from, type, to }) => ({ from_id: from, type, to_id: to }));
  return relationsOf(tx, await graphReaderContextOf(tx, scope), { pairs, asOf });
};

type FoundRelation = Candidate & { readonly entity: string };

async function candidatesOf(
  tx: ReadTransaction,
  seen: GraphReaderContext,
  members: ReadonlyMap<string, string>,
  { direction, types, asOf, limitPerEntity }: NeighbourQuery,
): Promise<FoundRelation[]> {
  const values = { ...seen, asOf, limit: limitPerEntity + 1 };
  const ids = [...members.keys()];
  const given = types ? ids.flatMap((id) => types.map((type) => ({ id, type }))) : ids.map((id) => ({ id }));
  const audiences = [values, ...otherReaders(seen).map((pair) => ({ ...values, ...pair }))];
  const ways = direction === 'both' ? (['out', 'in'] as const) : [direction];
  const queries = candidateQueries(tx.dialect);
  const found = await Promise.all(
    ways.flatMap((way) => audiences.map((audience) => queries[way][types ? 'typed' : 'any'](tx, audience, given))),
  );
  const ends = ways.flatMap((way) => audiences.map(() => (way === 'out' ? 'from_id' : 'to_id')));
  return found
    .flatMap((rows, at) => rows.map((row) => ({ ...row, entity: members.get(row[ends[at]!]) ?? row[ends[at]!] })))
    .sort(compareByConfidence);
}

/**
 * Pairs the reader words of a scope's teams and agents: a query takes two words, one in place of `owner` and one in place
 * of `peer`.
 */
function otherReaders(seen: GraphReaderContext): Pick<SeenBy, 'owner' | 'peer'>[] {
  const words = [...teamsOf(seen), ...agentIdsOf(seen).map((id) => `owner ${id}`)];
  return words.flatMap((word, at) => (at % 2 === 0 ? [{ owner: word, peer: words[at + 1] ?? '' }] : []));
}

const pairKey = ({ from_id, type, to_id }: Pair) => `${from_id}\n${to_id}\n${type}`;

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const compareByConfidence = (a: Candidate, b: Candidate) =>
  b.confidence - a.confidence ||
  compareTexts(a.from_id, b.from_id) ||
  compareTexts(a.to_id, b.to_id) ||
  compareTexts(a.type, b.type);

/** Keeps the first row of each pair, in the order of the rows. */
function distinctPairs<Row extends Pair>(rows: readonly Row[]): Row[] {
  const known = new Set<string>();
  return rows.filter((row) => {
    const key = pairKey(row);
    return !known.has(key) && known.add(key);
  });
}

interface RelatedQuery {
  readonly pairs: readonly Pair[];
  readonly asOf: number;
}

/**
 * Reads the relations of pairs of entities. Searches for each end of a pair under all ids of that entity: statements may
 * use any of these ids, and a statement under one id can end a relation stated under another id.
 */
async function relationsOf(
  tx: ReadTransaction,
  seen: GraphReaderContext,
  { pairs, asOf }: RelatedQuery,
): Promise<GraphRelation[]> {
  const ends = new Set(pairs.flatMap(({ from_id, to_id }) => [from_id, to_id]));
  const members = await membersOf(tx, seen, [...ends]);
  const idsOf = Map.groupBy(members.keys(), (id) => members.get(id));
  const given = pairs.flatMap(({ from_id, type, to_id }) =>
    (idsOf.get(from_id) ?? []).flatMap((from) =>
      (idsOf.get(to_id) ?? []).map((to) => ({ from_id: from, type, to_id: to })),
    ),
  );
  const statements = await pairQueries(tx.dialect).seen(tx, seen, given);
  return mergeStatements((await withStandIns(tx, seen, { rows: statements, members })).map(statementOfRow))
    .filter((relation) => isValidAt(relation, asOf))
    .sort(compareByRelation);
}

/** A candidate relation before its statements are read. */
const relationWithoutEvidence = ({ from_id: from, type, to_id: to, confidence }: Candidate): GraphRelation => ({
  ...{ from, type, to, confidence },
  evidence: [],
});

/** Replaces both ends of each row by the entities that they stand for. */
async function withStandIns<Row extends Pair>(
  tx: ReadTransaction,
  seen: GraphReaderContext,
  { rows, members }: { readonly rows: readonly Row[]; readonly members: ReadonlyMap<string, string> },
): Promise<Row[]> {
  const ends = rows.flatMap(({ from_id, to_id }) => [from_id, to_id]).filter((id) => !members.has(id));
  const others = new Map([...members, ...(await findStandIns(tx, seen, ends))]);
  return rows.map((row) => ({
    ...row,
    from_id: others.get(row.from_id) ?? row.from_id,
    to_id: others.get(row.to_id) ?? row.to_id,
  }));
}

const compareByRelation = (a: GraphRelation, b: GraphRelation) =>
  b.confidence - a.confidence ||
  compareTexts(a.from, b.from) ||
  compareTexts(a.to, b.to) ||
  compareTexts(a.type, b.type);

interface TokensQuery {
  readonly scope: ScopeFields;
  readonly tokens: readonly string[];
  readonly limit: number;
}

const tokenQueries = ofDialect((dialect) =>
  statementOf<SeenBy & { tokens: List; limit: number }>(dialect)(
    (place) => sql<{ id: string; shared: number; size: number }>`
      select word.entity_id as id, count(distinct word.token) as shared, min(word.size) as size
      from ${wordsOf(dialect, place('tokens'))} where word.org_id = ${place('orgId')} and ${readerCondition(place, 'word')}
      group by word.entity_id order by shared desc, size, id limit ${place('limit')}`,
  ),
);

export async function findByTokens(tx: ReadTransaction, { scope, tokens, limit }: TokensQuery): Promise<GraphEntity[]> {
  const seen = await graphReaderContextOf(tx, scope);
  const values = { ...seen, tokens: tx.dialect.listOf([...new Set(tokens)]), limit };
  const given = seen.corrections.sharing(tokens);
  const rows = [...given, ...(await tx.all(tokenQueries(tx.dialect), values))];
  const others = await findStandIns(
    tx,
    seen,
    rows.map(({ id }) => id),
  );
  const places = new Map(rows.toReversed().map(({ id, shared, size }) => [others.get(id) ?? id, { shared, size }]));
  const entities = await entitiesOf(tx, seen, [...places.keys()]);
  const placeOf = ({ id }: GraphEntity) => places.get(id) ?? { shared: 0, size: 0 };
  return entities.sort((a, b) => {
    const [one, other] = [placeOf(a), placeOf(b)];
    return (
      Number(other.shared) - Number(one.shared) ||
      Number(one.size) - Number(other.size) ||
      (canonicalKey(a) < canonicalKey(b) ? -1 : 1)
    );
  });
}
