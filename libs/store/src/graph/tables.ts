import { column, defineTable, type RowOf } from '../kit/ddl.ts';

const derivedTableOptions = { leftBehind: 'The graph is derived anew from the memories.' } as const;
const appPrivileges = 'select, insert, update, delete';

/**
 * A statement of an item about two entities. The rows are deleted when the graph worker processes a change of the item.
 * Until then they have no effect, since every query joins them with their items.
 */
const graphStatement = defineTable({
  name: 'graph_statement',
  columns: {
    org_id: column.id(),
    item_id: column.id(),
    /** The 0-based position among the statements of the item. */
    place: column.int(),
    /** The reader word of the item; '' for everyone in the organisation. */
    reader: column.text(),
    from_id: column.text(),
    type: column.text(),
    to_id: column.text(),
    says: column.text<'holds' | 'ends' | 'denies'>(),
    confidence: column.real(),
    said_at: column.time(),
    valid_from: column.nullable(column.time()),
    valid_to: column.nullable(column.time()),
    repository: column.nullable(column.text()),
    path: column.nullable(column.text()),
    line: column.nullable(column.int()),
  },
  key: ['org_id', 'item_id', 'place'],
  indexes: { graph_statement_by_pair: '(org_id, from_id, to_id, type, said_at)' },
  appMay: appPrivileges,
  moves: derivedTableOptions,
});

/**
 * A relation between two entities, merged from the statements of one audience's items. Queries start in this table, so
 * that the cost of reading a hub depends only on the number of relations asked for.
 */
const graphRelation = defineTable({
  name: 'graph_relation',
  columns: {
    org_id: column.id(),
    from_id: column.text(),
    type: column.text(),
    to_id: column.text(),
    reader: column.text(),
    /** The highest confidence that the relation ever had; 0 if statements only end or deny it. */
    confidence: column.real(),
    /** The times between which the relation holds; null means unbounded. */
    holds_from: column.nullable(column.time()),
    holds_to: column.nullable(column.time()),
  },
  key: ['org_id', 'from_id', 'type', 'to_id', 'reader'],
  indexes: {
    graph_relation_out: '(org_id, from_id, reader, type, confidence desc, to_id, holds_from, holds_to)',
    graph_relation_in: '(org_id, to_id, reader, type, confidence desc, from_id, holds_from, holds_to)',
    /**
     * These indexes ignore the type, so that a query for all types starts at the most confident relation of a hub and
     * stops at its limit.
     */
    graph_relation_out_any: '(org_id, from_id, reader, confidence desc, to_id, type, holds_from, holds_to)',
    graph_relation_in_any: '(org_id, to_id, reader, confidence desc, from_id, type, holds_from, holds_to)',
  },
  appMay: appPrivileges,
  moves: derivedTableOptions,
});

/** A mention of an entity in an item. */
const graphMention = defineTable({
  name: 'graph_mention',
  columns: {
    org_id: column.id(),
    item_id: column.id(),
    entity_id: column.text(),
    ref: column.text(),
    reader: column.text(),
  },
  key: ['org_id', 'item_id', 'entity_id', 'ref'],
  indexes: { graph_mention_by_name: '(org_id, entity_id, reader, ref)' },
  appMay: appPrivileges,
  moves: derivedTableOptions,
});

/** A name of an entity in the items of one audience. */
const graphName = defineTable({
  name: 'graph_name',
  columns: {
    org_id: column.id(),
    entity_id: column.text(),
    reader: column.text(),
    /** Distinguishes the names of one entity. */
    ref: column.text(),
    type: column.text(),
    name: column.text(),
    normal: column.text(),
    /** The repository; '' if there is none. */
    repository: column.text(),
    /** The repository, normalised for comparison. */
    home: column.text(),
    /** A path, normalised for comparison; '' for other types. */
    place: column.text(),
    is_alias: column.int(),
  },
  key: ['org_id', 'entity_id', 'reader', 'ref'],
  indexes: {
    graph_name_by_normal: '(org_id, normal, entity_id)',
    graph_name_by_place: "(org_id, home, place) where type = 'path'",
    graph_name_unknown: "(org_id, reader) where type = 'unknown'",
  },
  appMay: appPrivileges,
  moves: derivedTableOptions,
});

/** The tokens of names, by which entities are found. */
const graphToken = defineTable({
  name: 'graph_token',
  columns: {
    org_id: column.id(),
    token: column.text(),
    entity_id: column.text(),
    reader: column.text(),
    ref: column.text(),
    /** The number of tokens in the name. */
    size: column.int(),
  },
  key: ['org_id', 'token', 'entity_id', 'reader', 'ref'],
  indexes: { graph_token_by_name: '(org_id, entity_id, reader, ref)' },
  appMay: appPrivileges,
  moves: derivedTableOptions,
});

/** A rule of an ownership file that is stored as an item. */
const graphRule = defineTable({
  name: 'graph_rule',
  columns: {
    org_id: column.id(),
    item_id: column.id(),
    place: column.int(),
    reader: column.text(),
    repository: column.text(),
    home: column.text(),
    /** The rule as JSON, with the ids of its owners and its evidence. */
    rule: column.text(),
    order_in_file: column.int(),
  },
  key: ['org_id', 'item_id', 'place'],
  indexes: { graph_rule_by_home: '(org_id, home, order_in_file)' },
  appMay: appPrivileges,
  moves: derivedTableOptions,
});

/**
 * A graph declaration that was sent with a memory. Each declared entity or relation has a row. Declarations that are sent
 * later are added to the earlier ones.
 */
export const graphDeclared = defineTable({
  name: 'graph_declared',
  columns: {
    org_id: column.id(),
    item_id: column.id(),
    /** Distinguishes declarations of one item. */
    ref: column.text(),
    /** JSON of one declaration, as `splitDeclarations` makes it. */
    declared: column.text(),
  },
  key: ['org_id', 'item_id', 'ref'],
  itemColumns: ['item_id'],
  appMay: 'select, insert, delete',
  moves: true,
});

export const graphTables = [graphStatement, graphRelation, graphMention, graphName, graphToken, graphRule];

export type DeclaredRow = RowOf<typeof graphDeclared>;
export type StatementRow = RowOf<typeof graphStatement>;
export type RelationRow = RowOf<typeof graphRelation>;
export type MentionRow = RowOf<typeof graphMention>;
export type NameRow = RowOf<typeof graphName>;
export type TokenRow = RowOf<typeof graphToken>;
export type RuleRow = RowOf<typeof graphRule>;

declare module '../kit/tables.ts' {
  interface Tables {
    graph_declared: DeclaredRow;
    graph_statement: StatementRow;
    graph_relation: RelationRow;
    graph_mention: MentionRow;
    graph_name: NameRow;
    graph_token: TokenRow;
    graph_rule: RuleRow;
  }
}
