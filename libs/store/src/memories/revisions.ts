import type { ItemId, Revision } from '@cairn/contracts';
import { sql } from 'kysely';
import { itemQueries } from '../items/item-queries.ts';
import { fieldsOf, scopePlaces, visibilityCondition, type ScopeFields } from '../kit/conditions.ts';
import { column, defineTable, type RowOf } from '../kit/ddl.ts';
import { ofDialect } from '../kit/dialect.ts';
import { forEachGiven } from '../kit/for-each-given.ts';
import { givenRowsInserter, type GivenColumns } from '../kit/given-rows.ts';
import { meaningOf, type Author, type ItemRow } from '../kit/item-rows.ts';
import { prepared } from '../kit/prepared.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

/** The content of a memory before a change, and who made the change. */
export const revision = defineTable({
  name: 'revision',
  columns: {
    org_id: column.id(),
    item_id: column.id(),
    /** The version that had this content. */
    version: column.int(),
    /** The principal who made the change. */
    principal_id: column.id(),
    at: column.time(),
    reason: column.nullable(column.text()),
    /** The digest of the former statement; null if it has none. */
    statement: column.nullable(column.text()),
    /** JSON of the former fields. */
    former: column.text(),
  },
  key: ['org_id', 'item_id', 'version'],
  indexes: {
    revision_by_time: '(org_id, at)',
    revision_by_statement: '(org_id, statement, at) where statement is not null',
  },
  itemColumns: ['item_id'],
  appMay: 'select, insert, delete',
  moves: true,
});

declare module '../kit/tables.ts' {
  interface Tables {
    revision: RowOf<typeof revision>;
  }
}

export const revisionColumns = {
  ...{ org_id: 'uuid', item_id: 'uuid', version: 'int', principal_id: 'uuid', at: 'bigint' },
  ...{ reason: 'text', statement: 'text', former: 'text' },
} as const satisfies GivenColumns;

const queriesOf = ofDialect((dialect) => ({
  textsAt: forEachGiven<ScopeFields & { at: number }, { id: string; version: number; former: string }>(dialect, {
    columns: { id: 'uuid' },
    rows: (place, given) => sql`select item.id as id, revision.version as version, revision.former as former
      from item ${dialect.each('revision', sql`revision.org_id = item.org_id and revision.item_id = item.id`)}
      where item.id = ${given('id')} and item.created_at <= ${place('at')} and revision.at > ${place('at')}
        and ${visibilityCondition(scopePlaces(place))}
      order by revision.version limit 1`,
  }),
  keep: givenRowsInserter(dialect, 'revision', revisionColumns),
  of: prepared<{ orgId: string; id: string; below: number; limit: number }>()((place) =>
    dialect.queries
      .selectFrom('revision')
      .selectAll()
      .where('org_id', '=', place('orgId'))
      .where('item_id', '=', place('id'))
      .where('version', '<', place('below'))
      .orderBy('version', 'desc')
      .limit(place('limit')),
  ),
}));

const formerOf = ({ state, title, content, tags, store, category, confidence, valence, arousal, ...row }: ItemRow) => ({
  ...{
    state,
    title,
    content,
    tags: JSON.parse(tags ?? '[]') as string[],
    store,
    category,
    confidence,
    valence,
    arousal,
  },
  ...{ validFrom: row.valid_from, validTo: row.valid_to, subject: row.subject, attribute: row.attribute },
  ...meaningOf(row),
  ...(row.provenance !== '{}' && { metadata: JSON.parse(row.provenance ?? '{}') as Record<string, string> }),
});

/** Stores the fields of memories before a change as revisions. */
export async function keepFormer(
  tx: Transaction,
  { author, reason }: { readonly author: Author; readonly reason?: string | undefined },
  rows: readonly ItemRow[],
): Promise<void> {
  const revisions = rows.map((row) => ({
    org_id: row.org_id,
    item_id: row.id,
    version: row.version,
    principal_id: author.principalId,
    at: tx.now,
    reason: reason ?? null,
    statement: row.statement,
    former: JSON.stringify(formerOf(row)),
  }));
  await queriesOf(tx.dialect).keep(tx, revisions);
}

interface RevisionsQuery {
  readonly scope: ScopeFields;
  readonly id: ItemId;
  readonly limit: number;
  readonly below?: number | undefined;
}

/**
 * Lists the revisions of a memory that the scope sees, newest first. If `below` is given, lists only revisions of
 * versions below it.
 */
export async function listRevisions(
  tx: ReadTransaction,
  { scope, id, limit, below }: RevisionsQuery,
): Promise<Revision[]> {
  const { visibleItem } = itemQueries(tx.dialect);
  if (!(await tx.get(visibleItem, { ...fieldsOf(scope), kind: 'memory', id }))) return [];
  const values = { orgId: scope.orgId, id, limit, below: below ?? Number.MAX_SAFE_INTEGER };
  return (await tx.all(queriesOf(tx.dialect).of, { ...values, below: Math.min(values.below, 2 ** 31 - 1) })).map(
    revisionOf,
  );
}

/** The title and the content that a memory had at a past time. */
export interface FormerText {
  readonly id: ItemId;
  /** The version that had them. */
  readonly version: number;
  readonly title: string;
  readonly content: string;
}

interface FormerTextsQuery {
  readonly scope: ScopeFields;
  readonly ids: readonly ItemId[];
  /** Epoch ms. */
  readonly at: number;
}

/**
 * Reads the texts that memories had at a time. Leaves out memories that were not changed since, that were stored later, or that
 * the scope does not see.
 */
export async function formerTextsAt(tx: ReadTransaction, { scope, ids, at }: FormerTextsQuery): Promise<FormerText[]> {
  const given = ids.map((id) => ({ id }));
  return (await queriesOf(tx.dialect).textsAt(tx, { ...fieldsOf(scope), at }, given)).map(({ id, version, former }) => {
    const { title, content } = JSON.parse(former) as { title: string; content: string };
    return { id: id as ItemId, version, title, content };
  });
}

export const revisionOf = ({
  version,
  principal_id: changedBy,
  at,
  reason,
  former,
}: RowOf<typeof revision>): Revision =>
  ({ version, changedBy, changedAt: Number(at), reason, attribute: null, ...JSON.parse(former) }) as Revision;
