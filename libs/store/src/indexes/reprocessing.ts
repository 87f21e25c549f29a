import { subscriptions } from '@cairn/contracts';
import { sql } from 'kysely';
import { NIL } from 'uuid';
import { auditActs } from '../kit/audit.ts';
import { ofDialect } from '../kit/dialect.ts';
import { feature, type CallsOf } from '../kit/feature.ts';
import { rulesOf } from '../kit/index-ledger.ts';
import type { Author } from '../kit/item-rows.ts';
import { statementOf } from '../kit/prepared.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';
import { processAgain, progressOf } from './older-items.ts';

/** The subscribers whose items an administrator can have processed again. */
type Target = 'graph';

const queriesOf = ofDialect(({ queries }) => ({
  remaining: statementOf<{ target: Target; place: number; againUntil: number }>({ queries })(
    (place) => sql<{ pending: number; due: number }>`select
      (select count(*) from index_state where status = 'pending' and target = ${place('target')}) as pending,
      (select count(*) from index_state where status = 'indexed' and target = ${place('target')}
        and item_seq > ${place('place')} and item_seq <= ${place('againUntil')}) as due`,
  ),
}));

/**
 * Makes the sweeper deliver all items to the target once more. Until an item is delivered, the target keeps its former
 * data about the item. Audited.
 */
async function beginReprocessing(
  tx: Transaction,
  { author, target }: { readonly author: Author; readonly target: Target },
) {
  await processAgain(tx, { subscriber: target, rules: rulesOf(subscriptions, target) });
  await auditActs(tx, { author, action: 'begin', kind: target, id: NIL, version: 1 });
}

/** Counts the items of all organisations that the target has yet to process. */
async function countRemaining(tx: ReadTransaction, { target }: { readonly target: Target }): Promise<number> {
  const { place, againUntil } = (await progressOf(tx, target)) ?? { place: 0, againUntil: 0 };
  const row = await tx.get(queriesOf(tx.dialect).remaining, { target, place, againUntil });
  return row ? Number(row.pending) + Number(row.due) : 0;
}

export const reprocessing = feature('reprocessing', {
  tables: [],
  reads: { remaining: countRemaining },
  writes: { begin: beginReprocessing },
  acrossOrganisations: ['begin', 'remaining'],
});
export type Reprocessing = CallsOf<typeof reprocessing>;
