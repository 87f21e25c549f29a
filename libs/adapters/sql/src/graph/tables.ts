import { column, defineTable, type RowOf, type TableDescription } from '../store/ddl.ts';

const derived = { leftBehind: 'The graph is derived anew from the memories.' } as const;
const appMay = 'select, insert, update, delete';

/**
 * What one item says of two entities. Its rows go when the graph hears of the change of the item; until then they count for
 * nothing, since every question joins them with their items.
 */
const graphStatement = defineTable({
  name: 'graph_statement',
  columns: {
    org_id: column.id(),
    item_id: column.id(),
    /** Its place among the statements of the item. */
    place: column.int(),
    /** Who reads the item: '' is everyone of the organisation. */
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
  appMay,
  moves: derived,
});

/** That the items of one reader say something of two entities: where questions begin, so that a hub costs what is asked of it. */
const graphRelation = defineTable({
  name: 'graph_relation',
  columns: {
    org_id: column.id(),
    from_id: column.text(),
    type: column.text(),
    to_id: column.text(),
    reader: column.text(),
    /** The most that it ever held with; 0 where it is only ended or denied. */
    confidence: column.real(),
    /** No later and no earlier than these does it hold; null is open. */
    holds_from: column.nullable(column.time()),
    holds_to: column.nullable(column.time()),
  },
  key: ['org_id', 'from_id', 'type', 'to_id', 'reader'],
  indexes: {
    graph_relation_out: '(org_id, from_id, reader, type, confidence desc, to_id)',
    graph_relation_in: '(org_id, to_id, reader, type, confidence desc, from_id)',
  },
  appMay,
  moves: derived,
});

/** That an item names an entity so. */
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
  appMay,
  moves: derived,
});

/** A name of an entity that the items of one reader use. */
const graphName = defineTable({
  name: 'graph_name',
  columns: {
    org_id: column.id(),
    entity_id: column.text(),
    reader: column.text(),
    /** Tells names of an entity apart. */
    ref: column.text(),
    type: column.text(),
    name: column.text(),
    normal: column.text(),
    /** '' is none. */
    repository: column.text(),
    /** The same as it is compared. */
    home: column.text(),
    /** Of a path, as it is compared; else ''. */
    place: column.text(),
    is_alias: column.int(),
  },
  key: ['org_id', 'entity_id', 'reader', 'ref'],
  indexes: {
    graph_name_by_normal: '(org_id, normal, entity_id)',
    graph_name_by_place: "(org_id, home, place) where type = 'path'",
    graph_name_unknown: "(org_id, reader) where type = 'unknown'",
  },
  appMay,
  moves: derived,
});

/** The words of names, so that an entity is found by some of them. */
const graphToken = defineTable({
  name: 'graph_token',
  columns: {
    org_id: column.id(),
    token: column.text(),
    entity_id: column.text(),
    reader: column.text(),
    ref: column.text(),
    /** How many words the name has. */
    size: column.int(),
  },
  key: ['org_id', 'token', 'entity_id', 'reader', 'ref'],
  indexes: { graph_token_by_name: '(org_id, entity_id, reader, ref)' },
  appMay,
  moves: derived,
});

/** A rule of an ownership file that an item holds. */
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
  appMay,
  moves: derived,
});

/** What a memory declares of the graph, as it was sent: one row for each entity and relation, which add up. */
export const graphDeclared = defineTable({
  name: 'graph_declared',
  columns: {
    org_id: column.id(),
    item_id: column.id(),
    /** Tells declarations of an item apart. */
    ref: column.text(),
    /** JSON, as `declarationsIn` makes it. */
    declared: column.text(),
  },
  key: ['org_id', 'item_id', 'ref'],
  itemColumns: ['item_id'],
  appMay: 'select, insert, delete',
  moves: true,
});

/** As they were made at first. */
export const firstGraphTables = [graphStatement, graphRelation, graphMention, graphName, graphToken, graphRule];

/** The rows of one generation stand beside those of another, so that the graph is built anew while it is read. */
const inGenerations = <Table extends TableDescription>(table: Table) => ({
  ...table,
  columns: { ...table.columns, generation: column.int() },
  key: table.key.flatMap((name) => (name === 'org_id' ? [name, 'generation'] : [name])),
  indexes: Object.fromEntries(
    Object.entries(table.indexes ?? {}).map(([name, on]) => [name, on.replace('(org_id', '(org_id, generation')]),
  ),
});

const statements = inGenerations(graphStatement);
const relations = inGenerations({
  ...graphRelation,
  indexes: {
    ...graphRelation.indexes,
    /** Of any type: a hub is read from its most confident edge on, and no further than is asked. */
    graph_relation_out_any: '(org_id, from_id, reader, confidence desc, to_id, type)',
    graph_relation_in_any: '(org_id, to_id, reader, confidence desc, from_id, type)',
  },
});
const mentions = inGenerations(graphMention);
const names = inGenerations(graphName);
const tokens = inGenerations(graphToken);
const rules = inGenerations(graphRule);
export const graphTables = [statements, relations, mentions, names, tokens, rules];

/** Which generation of an organisation's graph is read, and how far another one is filled. No row: 1, and none. */
export const graphGeneration = defineTable({
  name: 'graph_generation',
  columns: {
    org_id: column.id(),
    live: column.int(),
    building: column.nullable(column.int()),
    /** The effective time and the place of the last memory that was put in. */
    cursor_time: column.time(),
    cursor_place: column.time(),
    filled: column.int(),
  },
  key: ['org_id'],
  appMay,
  moves: derived,
});

/** One generation of an organisation's graph. */
export interface OfGeneration {
  readonly orgId: string;
  readonly generation: number;
}

export type DeclaredRow = RowOf<typeof graphDeclared>;
export type GenerationRow = RowOf<typeof graphGeneration>;
export type StatementRow = RowOf<typeof graphStatement>;
export type RelationRow = RowOf<typeof graphRelation>;
export type MentionRow = RowOf<typeof graphMention>;
export type NameRow = RowOf<typeof graphName>;
export type TokenRow = RowOf<typeof graphToken>;
export type RuleRow = RowOf<typeof graphRule>;

declare module '../tables.ts' {
  interface Tables {
    graph_declared: DeclaredRow;
    graph_generation: GenerationRow;
    graph_statement: RowOf<typeof statements>;
    graph_relation: RowOf<typeof relations>;
    graph_mention: RowOf<typeof mentions>;
    graph_name: RowOf<typeof names>;
    graph_token: RowOf<typeof tokens>;
    graph_rule: RowOf<typeof rules>;
  }
}
