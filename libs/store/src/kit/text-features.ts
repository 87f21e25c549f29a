import type { ItemId, ItemKind, MemoryInput, OrgId } from '@cairn/contracts';
import type { TextFeatures } from '@cairn/ports';
import { ANY_WORD, TEXT_FEATURE_RULES } from '@cairn/text';
import { sql } from 'kysely';
import { ofDialect, type Dialect, type List } from './dialect.ts';
import { statementOf } from './prepared.ts';
import type { ItemTable } from './tables.ts';
import { column, defineTable, type RowOf } from './ddl.ts';
import { givenRowsInserter, givenRowsWriter, type GivenColumns, type Writer } from './given-rows.ts';
import type { MeaningColumns } from './item-rows.ts';

/** Text features, used in ranking, of each item that is not forgotten. */
export const textFeatures = defineTable({
  name: 'text_features',
  columns: {
    org_id: column.id(),
    item_id: column.id(),
    /** The version of the rules that computed the features; 0 if the writing build had no rules. */
    rules: column.int(),
    question_share: column.real(),
    /** 1 if the text contains an expression of time, else 0. */
    says_time: column.int(),
    /** 1 if the text contains a number, else 0. */
    says_number: column.int(),
    /** 1 if the text contains a name, else 0. */
    says_name: column.int(),
    /** 1 if the text contains a standing instruction, else 0. */
    says_rule: column.int(),
    /** The time that the text mentions, if it differs from the item's own time; `told_to` is exclusive. */
    told_from: column.nullable(column.time()),
    told_to: column.nullable(column.time()),
    /**
     * The effective time of a user's message with a standing instruction; otherwise null. Briefings use it to find the
     * newest instructions.
     */
    standing_at: column.nullable(column.time()),
    /** The memory's compiled norms, as `TextFeatures` has them. */
    norms: column.nullable(column.text()),
  },
  key: ['item_id'],
  indexes: {
    text_features_by_rules: '(rules)',
    text_features_standing: '(org_id, standing_at, item_id) where standing_at is not null',
  },
  itemColumns: ['item_id'],
  appMay: 'select, insert, update, delete',
  moves: true,
});

/**
 * Words by which a preflight finds memories that may apply to an action: the action must contain `word` and the words in
 * `beside`.
 */
export const normWord = defineTable({
  name: 'norm_word',
  columns: {
    org_id: column.id(),
    item_id: column.id(),
    word: column.text(),
    /** Further words that the action must contain, separated by blanks. */
    beside: column.text(),
  },
  key: ['org_id', 'word', 'item_id', 'beside'],
  indexes: { norm_word_by_item: '(item_id)' },
  itemColumns: ['item_id'],
  appMay: 'select, insert, delete',
  moves: true,
});

type FeaturesRow = RowOf<typeof textFeatures>;
type WordRow = RowOf<typeof normWord>;

declare module './tables.ts' {
  interface Tables {
    text_features: FeaturesRow;
    norm_word: WordRow;
  }
}

/** The columns of an item that its row of features depends on. */
type DescribedColumns = Pick<ItemTable, 'org_id' | 'id' | 'kind' | 'role' | 'effective_at'>;

/** Builds the row with the text features of an item. */
export const featuresRow = (
  { org_id, id, kind, role, effective_at }: DescribedColumns,
  { questionShare, mentions, mentionedTime, norms }: TextFeatures,
  rules = TEXT_FEATURE_RULES,
): FeaturesRow => ({
  org_id,
  item_id: id,
  rules,
  question_share: questionShare,
  says_time: Number(mentions.time),
  says_number: Number(mentions.number),
  says_name: Number(mentions.name),
  says_rule: Number(mentions.rule),
  told_from: mentionedTime?.from ?? null,
  told_to: mentionedTime?.to ?? null,
  standing_at: mentions.rule && kind === 'message' && role === 'user' ? effective_at : null,
  norms: norms?.rule ?? null,
});

/** Builds the rows with the words by which the norms of an item are found. */
export const normWordRows = ({ row: { org_id, id }, features }: ReadItem): WordRow[] =>
  (features.norms?.needs ?? []).map(({ word, beside }) => ({ org_id, item_id: id, word, beside: beside.join(' ') }));

const columnNames = Object.keys(textFeatures.columns) as (keyof FeaturesRow)[];
const columns = sql.join(columnNames.map((name) => sql.ref(name)));

const sortByColumn: Record<keyof FeaturesRow, GivenColumns[string]> = {
  org_id: 'uuid',
  item_id: 'uuid',
  rules: 'int',
  question_share: 'float8',
  says_time: 'int',
  says_number: 'int',
  says_name: 'int',
  says_rule: 'int',
  told_from: 'bigint',
  told_to: 'bigint',
  standing_at: 'bigint',
  norms: 'text',
};

/** Inserts rows with the columns of this table. */
export const insertFeatures = (rows: ReturnType<typeof sql>) =>
  sql`insert into text_features (${columns}) select ${columns} from ${rows}`;

export const featureQueries = ofDialect((dialect) => ({
  /** Replaces the features of items. */
  keep: givenRowsWriter(dialect, {
    columns: sortByColumn,
    write: (given, from) => sql`insert into text_features (${columns})
      select ${sql.join(columnNames.map((name) => given(name)))} ${from} where true
      on conflict (item_id) do update set ${sql.join(columnNames.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}`,
  }),
  keepWords: givenRowsInserter(dialect, 'norm_word', {
    org_id: 'uuid',
    item_id: 'uuid',
    word: 'text',
    beside: 'text',
  }),
  remove: statementOf<{ ids: List }>(dialect)(
    (place) => sql`delete from text_features where ${dialect.isAmong(sql.ref('item_id'), place('ids'))}`,
  ),
  removeWords: statementOf<{ ids: List }>(dialect)(
    (place) => sql`delete from norm_word where ${dialect.isAmong(sql.ref('item_id'), place('ids'))}`,
  ),
  forgetReading: statementOf<{ ids: List }>(dialect)(
    (place) => sql`update text_features set rules = 0, norms = null
      where ${dialect.isAmong(sql.ref('item_id'), place('ids'))}`,
  ),
  /** Finds out whether this version of the rules, or a newer one, computed the features of an item. */
  isReadBy: statementOf<{ id: string; rules: number }>(dialect)(
    (place) => sql`select 1 from text_features where item_id = ${place('id')} and rules >= ${place('rules')}`,
  ),
  outdated: statementOf<{ rules: number; limit: number }>(dialect)(
    (place) => sql<OutdatedRow>`
      select item.org_id as "orgId", item.kind as kind, item_id as id, item.version as version, item.title as title,
        item.content as content, item.timestamp as timestamp, item.category as category,
        item.forbids, item.instead, item.action_triggers, item.decides, item.value
      from text_features as features join item on item.id = features.item_id
      where features.rules < ${place('rules')} and item.state <> 'deleted' limit ${place('limit')}`,
  ),
}));

export interface OutdatedRow extends MeaningColumns {
  readonly orgId: OrgId;
  readonly kind: ItemKind;
  readonly id: ItemId;
  readonly version: number;
  readonly title: string | null;
  readonly content: string;
  readonly timestamp: number;
  readonly category: MemoryInput['category'] | null;
}

/** The part of a transaction that storing features needs. */
interface FeatureWriter extends Writer {
  readonly dialect: Dialect;
}

interface ReadItem {
  readonly row: DescribedColumns;
  readonly features: TextFeatures;
}

/** Replaces the features of existing items by new ones. */
export async function keepFeatures(
  tx: FeatureWriter,
  read: readonly ReadItem[],
  rules = TEXT_FEATURE_RULES,
): Promise<void> {
  if (read.length === 0) return;
  const { keep, keepWords, removeWords } = featureQueries(tx.dialect);
  await keep(
    tx,
    read.map(({ row, features }) => featuresRow(row, features, rules)),
  );
  const memories = read.filter(({ row: { kind } }) => kind === 'memory');
  if (memories.length === 0) return;
  await tx.run(removeWords, { ids: tx.dialect.listOf(memories.map(({ row: { id } }) => id)) });
  await keepWords(tx, memories.flatMap(normWordRows));
}

/** Marks memories whose norms must be computed again. Until the sweeper has done so, every action finds these memories. */
export async function markNormsOutdated(tx: FeatureWriter, rows: readonly DescribedColumns[]): Promise<void> {
  const ids = tx.dialect.listOf(rows.map(({ id }) => id));
  const { forgetReading, removeWords, keepWords } = featureQueries(tx.dialect);
  await tx.run(forgetReading, { ids });
  await tx.run(removeWords, { ids });
  await keepWords(
    tx,
    rows.map(({ org_id, id }) => ({ org_id, item_id: id, word: ANY_WORD, beside: '' })),
  );
}

export async function removeFeatures(tx: FeatureWriter, erased: readonly string[]): Promise<void> {
  if (erased.length === 0) return;
  const { remove, removeWords } = featureQueries(tx.dialect);
  const ids = tx.dialect.listOf(erased);
  await tx.run(remove, { ids });
  await tx.run(removeWords, { ids });
}
