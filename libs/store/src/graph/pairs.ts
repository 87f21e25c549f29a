import type { Evidence, GraphRelation } from '@cairn/contracts';
import { mergeStatements, type StatementOfIds } from '@cairn/graph';
import { sql, type RawBuilder } from 'kysely';
import { ofDialect, type Dialect } from '../kit/dialect.ts';
import { type GivenColumns } from '../kit/given-rows.ts';
import { fewForEachGiven, indexHint } from '../kit/for-each-given.ts';
import { inScope, type SeenBy } from './in-scope.ts';
import type { StatementRow } from './tables.ts';

/** The maximum number of statements that are read about one pair of entities, newest first. */
const STATEMENTS_MAX = 200;

/** Two entities and the type of their relation. */
export type Pair = Pick<StatementRow, 'from_id' | 'type' | 'to_id'>;

/** A pair, with the reader word of the audience whose items state it. */
export type ReadPair = Pair & Pick<StatementRow, 'reader'>;

const pairColumns: GivenColumns = { from_id: 'text', type: 'text', to_id: 'text' };

type Given = (name: string) => RawBuilder<unknown>;

const ofPair = (given: Given) => sql`said.from_id = ${given('from_id')}
  and said.to_id = ${given('to_id')} and said.type = ${given('type')}`;

const pairIndex = (dialect: Dialect) => indexHint(dialect, 'graph_statement_by_pair');

/** Orders rows like the index read backwards, so that the database need not sort them. */
const newestFirst = {
  order: sql`order by said.said_at desc, said.item_id desc, said.place desc`,
  most: STATEMENTS_MAX,
};

export const pairQueries = ofDialect((dialect) => ({
  /** Selects statements about pairs in the items that a scope sees. */
  seen: fewForEachGiven<SeenBy, StatementRow>(dialect, {
    columns: pairColumns,
    select: sql`said.*`,
    from: (place, given) => sql`graph_statement as said ${pairIndex(dialect)} ${inScope(dialect, place, 'said')}
      and said.org_id = ${place('orgId')} and ${ofPair(given)}`,
    ...newestFirst,
  }),
  /** Selects statements about pairs in the items of one audience. */
  said: fewForEachGiven<{ orgId: string }, StatementRow>(dialect, {
    columns: { ...pairColumns, reader: 'text' },
    select: sql`said.*`,
    from: (place, given) => sql`graph_statement as said ${pairIndex(dialect)}
      where said.org_id = ${place('orgId')} and ${ofPair(given)} and said.reader = ${given('reader')}`,
    ...newestFirst,
  }),
}));

export function statementOfRow(row: StatementRow): StatementOfIds {
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

/** Groups statements by pair, and merges each group into a relation. */
export const relationsOfStatements = (rows: readonly StatementRow[]): GraphRelation[] =>
  mergeStatements(rows.map(statementOfRow));
