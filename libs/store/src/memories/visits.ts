import { column, defineTable, type RowOf } from '../kit/ddl.ts';
import { ofDialect } from '../kit/dialect.ts';
import type { Author } from '../kit/item-rows.ts';
import type { Transaction } from '../kit/transaction.ts';
import { visitsAfter } from './visits.rules.ts';

/** The last visit of a principal to the feed, so that every device shows the same things as new. */
export const feedVisit = defineTable({
  name: 'feed_visit',
  columns: {
    org_id: column.id(),
    principal_id: column.id(),
    seen_until: column.time(),
    /** The last look of the present visit. */
    at: column.time(),
  },
  key: ['org_id', 'principal_id'],
  appMay: 'select, insert, update',
  moves: { leftBehind: 'Times of visits. The target records new ones.' },
});

declare module '../kit/tables.ts' {
  interface Tables {
    feed_visit: RowOf<typeof feedVisit>;
  }
}

const queriesOf = ofDialect(({ queries }) => ({
  find: ({ orgId, principalId }: Author) =>
    queries
      .selectFrom('feed_visit')
      .select(['seen_until', 'at'])
      .where('org_id', '=', orgId)
      .where('principal_id', '=', principalId),
  keep: (row: RowOf<typeof feedVisit>) =>
    queries
      .insertInto('feed_visit')
      .values(row)
      .onConflict((known) =>
        known.columns(['org_id', 'principal_id']).doUpdateSet({ seen_until: row.seen_until, at: row.at }),
      ),
}));

interface VisitCommand {
  readonly author: Author;
  /** The time until which the principal says to have seen everything. */
  readonly seenUntil?: number | undefined;
}

/** Records a look at the feed. Returns the time until which the principal has seen everything; 0 means never. */
export async function recordVisit(tx: Transaction, { author, seenUntil }: VisitCommand): Promise<number> {
  const queries = queriesOf(tx.dialect);
  const row = await tx.get(queries.find(author));
  const before = row && { seenUntil: Number(row.seen_until), at: Number(row.at) };
  const after = { ...visitsAfter(before, tx.now), ...(seenUntil !== undefined && { seenUntil }) };
  const ids = { org_id: author.orgId, principal_id: author.principalId };
  await tx.run(queries.keep({ ...ids, seen_until: after.seenUntil, at: after.at }));
  return after.seenUntil;
}
