import type { ItemKind, OrgId } from '@cairn/contracts';
import { sql } from 'kysely';
import { ofDialect, type Dialect } from '../kit/dialect.ts';
import { givenRows, type GivenColumns } from '../kit/given-rows.ts';
import { forEachGiven, indexHint } from '../kit/for-each-given.ts';
import { prepared, statementOf } from '../kit/prepared.ts';
import type { MentionRow, NameRow, RelationRow, RuleRow, StatementRow, TokenRow } from './tables.ts';

interface OfOrganisation {
  readonly orgId: OrgId;
}

export interface OfItem extends OfOrganisation {
  readonly id: string;
}

/** The columns that identify a name of an entity. */
export type NameKey = Pick<MentionRow, 'entity_id' | 'reader' | 'ref'>;

const pairColumns: GivenColumns = { from_id: 'text', type: 'text', to_id: 'text', reader: 'text' };
const nameColumns: GivenColumns = { entity_id: 'text', reader: 'text', ref: 'text' };

const tableColumns = {
  graph_statement: {
    ...{ org_id: 'uuid', item_id: 'uuid', place: 'int', reader: 'text', from_id: 'text', type: 'text', to_id: 'text' },
    ...{ says: 'text', confidence: 'float8', said_at: 'bigint', valid_from: 'bigint', valid_to: 'bigint' },
    ...{ repository: 'text', path: 'text', line: 'int' },
  },
  graph_relation: {
    ...{ org_id: 'uuid', from_id: 'text', type: 'text', to_id: 'text', reader: 'text' },
    ...{ confidence: 'float8', holds_from: 'bigint', holds_to: 'bigint' },
  },
  graph_mention: { org_id: 'uuid', item_id: 'uuid', entity_id: 'text', ref: 'text', reader: 'text' },
  graph_name: {
    ...{ org_id: 'uuid', entity_id: 'text', reader: 'text', ref: 'text', type: 'text', name: 'text', normal: 'text' },
    ...{ repository: 'text', home: 'text', place: 'text', is_alias: 'int' },
  },
  graph_token: { org_id: 'uuid', token: 'text', entity_id: 'text', reader: 'text', ref: 'text', size: 'int' },
  graph_rule: {
    ...{ org_id: 'uuid', item_id: 'uuid', place: 'int', reader: 'text', repository: 'text', home: 'text' },
    ...{ rule: 'text', order_in_file: 'int' },
  },
} as const satisfies Record<string, GivenColumns>;

export type GraphTable = keyof typeof tableColumns;
export interface GraphRows {
  readonly graph_statement: StatementRow;
  readonly graph_relation: RelationRow;
  readonly graph_mention: MentionRow;
  readonly graph_name: NameRow;
  readonly graph_token: TokenRow;
  readonly graph_rule: RuleRow;
}

/** Inserts rows; rows that exist already stay unchanged. */
const insertQueryOf = (dialect: Dialect, table: GraphTable) =>
  statementOf<{ rows: string }>(dialect)((place) => {
    const columns: GivenColumns = tableColumns[table];
    const given = givenRows(dialect, place('rows'), columns);
    const names = Object.keys(columns);
    return sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
      select ${sql.join(names.map(given.column))} from ${given.from} where true on conflict do nothing`;
  });

/** Deletes the rows with the given keys, except those that equal one of the rows in `present`. */
const removeQueryOf = (dialect: Dialect, table: GraphTable, key: GivenColumns) =>
  statementOf<OfOrganisation & { keys: string; present: string }>(dialect)((place) => {
    const through = table === 'graph_token' ? indexHint(dialect, 'graph_token_by_name') : sql``;
    const isAmong = (rows: string, columns: GivenColumns) => {
      const { from, column } = givenRows(dialect, rows, columns);
      const names = Object.keys(columns);
      return sql`(${sql.join(names.map((name) => sql.ref(name)))}) in (select ${sql.join(names.map(column))} from ${from})`;
    };
    return sql`delete from ${sql.table(table)} ${through} where org_id = ${place('orgId')}
      and ${isAmong(place('keys'), key)} and not ${isAmong(place('present'), tableColumns[table])}`;
  });

const ofItem = (dialect: Dialect, table: 'graph_statement' | 'graph_mention' | 'graph_rule') =>
  prepared<OfItem>()((place) =>
    dialect.queries.deleteFrom(table).where('org_id', '=', place('orgId')).where('item_id', '=', place('id')),
  );

export const rowQueries = ofDialect((dialect) => ({
  item: prepared<OfItem & { kind: ItemKind }>()((place) =>
    dialect.queries
      .selectFrom('item')
      .select(['id', 'org_id', 'version', 'state', 'visibility', 'principal_id', 'channel'])
      .select(['effective_at', 'valid_from', 'valid_to'])
      .where('org_id', '=', place('orgId'))
      .where('id', '=', place('id'))
      .where('kind', '=', place('kind')),
  ),
  pairs: prepared<OfItem>()((place) =>
    dialect.queries
      .selectFrom('graph_statement')
      .select(['from_id', 'type', 'to_id', 'reader'])
      .where('org_id', '=', place('orgId'))
      .where('item_id', '=', place('id')),
  ),
  mentions: prepared<OfItem>()((place) =>
    dialect.queries
      .selectFrom('graph_mention')
      .select(['entity_id', 'reader', 'ref'])
      .where('org_id', '=', place('orgId'))
      .where('item_id', '=', place('id')),
  ),
  rule: prepared<OfItem>()((place) =>
    dialect.queries
      .selectFrom('graph_rule')
      .select('place')
      .where('org_id', '=', place('orgId'))
      .where('item_id', '=', place('id'))
      .limit(sql.lit(1)),
  ),
  removeStatements: ofItem(dialect, 'graph_statement'),
  removeMentions: ofItem(dialect, 'graph_mention'),
  removeRules: ofItem(dialect, 'graph_rule'),
  removeRelations: removeQueryOf(dialect, 'graph_relation', pairColumns),
  removeNames: removeQueryOf(dialect, 'graph_name', nameColumns),
  removeTokens: removeQueryOf(dialect, 'graph_token', nameColumns),
  insert: {
    graph_statement: insertQueryOf(dialect, 'graph_statement'),
    graph_relation: insertQueryOf(dialect, 'graph_relation'),
    graph_mention: insertQueryOf(dialect, 'graph_mention'),
    graph_name: insertQueryOf(dialect, 'graph_name'),
    graph_token: insertQueryOf(dialect, 'graph_token'),
    graph_rule: insertQueryOf(dialect, 'graph_rule'),
  },
  stillNamed: forEachGiven<OfOrganisation, NameKey>(dialect, {
    columns: nameColumns,
    rows: (
      place,
      given,
    ) => sql`select entity_id, reader, ref from graph_mention ${indexHint(dialect, 'graph_mention_by_name')} where org_id = ${place('orgId')}
      and entity_id = ${given('entity_id')} and reader = ${given('reader')} and ref = ${given('ref')} limit 1`,
  }),
}));
