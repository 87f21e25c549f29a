import type { ItemId, ItemKind, OrgId } from '@cairn/contracts';
import { TEXT_FEATURE_RULES } from '@cairn/text';
import { sql, type RawBuilder } from 'kysely';
import { ofDialect } from '../dialect.ts';
import { statementOf } from '../prepared.ts';
import { column, defineTable, type RowOf } from './ddl.ts';

/** What ranking reads in the text of each present item. */
export const textFeatures = defineTable({
  name: 'text_features',
  columns: {
    org_id: column.id(),
    item_id: column.id(),
    /** Version of the rules that read it; 0: of code that knew none. */
    rules: column.int(),
    question_share: column.real(),
    says_time: column.int(),
    says_number: column.int(),
    says_name: column.int(),
    says_rule: column.int(),
    told_from: column.nullable(column.time()),
    told_to: column.nullable(column.time()),
  },
  key: ['item_id'],
  indexes: { text_features_by_rules: '(rules)' },
  itemColumns: ['item_id'],
  appMay: 'select, insert, update, delete',
  moves: { leftBehind: 'The new place reads the texts anew.' },
});

declare module '../tables.ts' {
  interface Tables {
    text_features: RowOf<typeof textFeatures>;
  }
}

/** As in the row of the item, where older code writes and reads them. */
const columns = sql.join(
  ['question_share', 'says_time', 'says_number', 'says_name', 'says_rule', 'told_from', 'told_to'].map((name) =>
    sql.ref(name),
  ),
);

/** Those of rows of items, which these rules have read. */
export const insertFeatures = (items: RawBuilder<unknown>, rules: RawBuilder<unknown> = sql.lit(TEXT_FEATURE_RULES)) =>
  sql`insert into text_features (org_id, item_id, rules, ${columns}) select org_id, id, ${rules}, ${columns} from ${items}`;

interface OfItem {
  readonly id: string;
  readonly version: number;
  readonly rules: number;
}

export const featureQueries = ofDialect((dialect) => ({
  /** What stands in the row of the item, which is present, was read by these rules. */
  copy: statementOf<OfItem>(dialect)(
    (place) => sql`${insertFeatures(
      sql`item where id = ${place('id')} and version = ${place('version')} and state <> 'deleted'`,
      sql`cast(${place('rules')} as int)`,
    )}
      on conflict (item_id) do update set rules = excluded.rules, question_share = excluded.question_share,
        says_time = excluded.says_time, says_number = excluded.says_number, says_name = excluded.says_name,
        says_rule = excluded.says_rule, told_from = excluded.told_from, told_to = excluded.told_to`,
  ),
  remove: statementOf<{ id: string }>(dialect)(
    (place) => sql`delete from text_features where item_id = ${place('id')}`,
  ),
  /** By these rules or later ones. */
  isReadBy: statementOf<{ id: string; rules: number }>(dialect)(
    (place) => sql`select 1 from text_features where item_id = ${place('id')} and rules >= ${place('rules')}`,
  ),
  outdated: statementOf<{ rules: number; limit: number }>(dialect)(
    (place) => sql<OutdatedRow>`
      select item.org_id as "orgId", item.kind as kind, item_id as id, item.version as version, item.title as title,
        item.content as content, item.timestamp as timestamp
      from text_features as features join item on item.id = features.item_id
      where features.rules < ${place('rules')} and item.state <> 'deleted' limit ${place('limit')}`,
  ),
}));

export interface OutdatedRow {
  readonly orgId: OrgId;
  readonly kind: ItemKind;
  readonly id: ItemId;
  readonly version: number;
  readonly title: string | null;
  readonly content: string;
  readonly timestamp: number;
}
