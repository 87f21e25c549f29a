import type { Evidence, GraphRelation } from '@cairn/contracts';
import { settle, type Settling } from '@cairn/graph';
import { sql, type RawBuilder } from 'kysely';
import { ofDialect, type Dialect } from '../dialect.ts';
import { type GivenColumns } from '../given-rows.ts';
import { fewForEachGiven, throughIndex } from '../store/given-rows.ts';
import { inScope, live, type SeenBy } from './in-scope.ts';
import type { OfGeneration, StatementRow } from './tables.ts';

/** What one pair of entities is looked at with: of a pair that is said more often, the newest statements count. */
const STATEMENTS_MAX = 200;

/** Two entities and how they are related. */
export type Pair = Pick<StatementRow, 'from_id' | 'type' | 'to_id'>;

/** A pair as the items of one reader speak of it. */
export type ReadPair = Pair & Pick<StatementRow, 'reader'>;

const pairColumns: GivenColumns = { from_id: 'text', type: 'text', to_id: 'text' };

type Given = (name: string) => RawBuilder<unknown>;

const ofPair = (given: Given) => sql`said.from_id = ${given('from_id')}
  and said.to_id = ${given('to_id')} and said.type = ${given('type')}`;

const byPair = (dialect: Dialect) => throughIndex(dialect, 'graph_statement_by_pair');

/** In the order of the index from behind, so that nothing is sorted. */
const newest = {
  order: sql`order by said.said_at desc, said.item_id desc, said.place desc`,
  most: STATEMENTS_MAX,
};

export const pairQueries = ofDialect((dialect) => ({
  /** What the items that a scope sees say of pairs. */
  seen: fewForEachGiven<SeenBy, StatementRow>(dialect, {
    columns: pairColumns,
    select: sql`said.*`,
    from: (place, given) => sql`graph_statement as said ${byPair(dialect)} ${inScope(dialect, place, 'said')}
      and ${live(place, 'said')} and ${ofPair(given)}`,
    ...newest,
  }),
  /** What the items of one reader say of pairs, in one generation. */
  said: fewForEachGiven<OfGeneration, StatementRow>(dialect, {
    columns: { ...pairColumns, reader: 'text' },
    select: sql`said.*`,
    from: (place, given) => sql`graph_statement as said ${byPair(dialect)}
      where said.org_id = ${place('orgId')} and said.generation = ${place('generation')} and ${ofPair(given)} and said.reader = ${given('reader')}`,
    ...newest,
  }),
}));

export function settlingOf(row: StatementRow): Settling {
  const { from_id: from, type, to_id: to, says, confidence, said_at: saidAt } = row;
  const times = {
    ...(row.valid_from === null ? {} : { validFrom: Number(row.valid_from) }),
    ...(row.valid_to === null ? {} : { validTo: Number(row.valid_to) }),
  };
  return { from, type, to, says, confidence, saidAt: Number(saidAt), ...times, evidence: evidenceOf(row) };
}

const evidenceOf = ({ item_id: memoryId, repository, path, line }: StatementRow): Evidence => ({
  memoryId,
  ...(repository === null ? {} : { repository }),
  ...(path === null ? {} : { path }),
  ...(line === null ? {} : { line }),
});

/** The relations that statements come to. */
export const settled = (rows: readonly StatementRow[]): GraphRelation[] => settle(rows.map(settlingOf));
