import type { OrgId } from '@cairn/contracts';
import { column, defineTable, type RowOf } from '../kit/ddl.ts';
import type { Lock, Transaction } from '../kit/transaction.ts';

const DAY_MS = 86_400_000;

/** The number of proposals that an organisation sent to a language model on one day. */
export const adviceDay = defineTable({
  name: 'advice_day',
  columns: {
    org_id: column.id(),
    /** The day (UTC), as the number of days since 1970-01-01. */
    day: column.int(),
    sent: column.int(),
  },
  key: ['org_id', 'day'],
  appMay: 'select, insert, update, delete',
  moves: { leftBehind: 'Counts of a day. The target begins a new day.' },
});

declare module '../kit/tables.ts' {
  interface Tables {
    advice_day: RowOf<typeof adviceDay>;
  }
}

interface SpendCommand {
  readonly orgId: OrgId;
  /** Number of proposals to send. */
  readonly wanted: number;
  readonly perDay: number;
}

export const spendLocks = ({ orgId }: SpendCommand): Lock[] => [{ what: 'organisation', orgId, key: 'advice' }];

/**
 * Takes from the budget of the day as many proposals as are left of it, at most those that are wanted. Days before today are
 * forgotten.
 */
export async function spendAdvice(
  tx: Transaction,
  { orgId, wanted, perDay }: SpendCommand,
): Promise<{ readonly granted: number; readonly remaining: number }> {
  const { queries } = tx.dialect;
  const day = Math.floor(tx.now / DAY_MS);
  const row = await tx.get(
    queries.selectFrom('advice_day').select('sent').where('org_id', '=', orgId).where('day', '=', day),
  );
  const sent = row?.sent ?? 0;
  const granted = Math.max(0, Math.min(wanted, perDay - sent));
  await tx.run(queries.deleteFrom('advice_day').where('org_id', '=', orgId).where('day', '<', day));
  await tx.run(
    queries
      .insertInto('advice_day')
      .values({ org_id: orgId, day, sent: granted })
      .onConflict((known) => known.columns(['org_id', 'day']).doUpdateSet({ sent: sent + granted })),
  );
  return { granted, remaining: Math.max(0, perDay - sent - granted) };
}
