import { ReviewPolicy, type OrgId } from '@cairn/contracts';
import { column, defineTable, type RowOf } from '../kit/ddl.ts';
import { ofDialect } from '../kit/dialect.ts';
import { prepared } from '../kit/prepared.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

/** The rules of an organisation for proposed memories; no row means the default. */
export const reviewPolicy = defineTable({
  name: 'review_policy',
  columns: {
    org_id: column.id(),
    /** JSON of `ReviewPolicy`. */
    policy: column.text(),
  },
  key: ['org_id'],
  appMay: 'select, insert, update',
  moves: true,
});

declare module '../kit/tables.ts' {
  interface Tables {
    review_policy: RowOf<typeof reviewPolicy>;
  }
}

const queriesOf = ofDialect(({ queries }) => ({
  find: prepared<{ orgId: OrgId }>()((place) =>
    queries.selectFrom('review_policy').select('policy').where('org_id', '=', place('orgId')),
  ),
  keep: prepared<RowOf<typeof reviewPolicy>>()((place) =>
    queries
      .insertInto('review_policy')
      .values({ org_id: place('org_id'), policy: place('policy') })
      .onConflict((known) => known.column('org_id').doUpdateSet({ policy: place('policy') })),
  ),
}));

/** Reads the rules of an organisation for proposed memories. */
export async function reviewPolicyOf(tx: ReadTransaction, orgId: OrgId): Promise<ReviewPolicy> {
  const row = await tx.get(queriesOf(tx.dialect).find, { orgId });
  return ReviewPolicy.parse(JSON.parse(row?.policy ?? '{}'));
}

export async function keepReviewPolicy(tx: Transaction, orgId: OrgId, policy: ReviewPolicy): Promise<void> {
  await tx.run(queriesOf(tx.dialect).keep, { org_id: orgId, policy: JSON.stringify(policy) });
}
