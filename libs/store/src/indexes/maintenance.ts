import { subscriptions, type Subscriber } from '@cairn/contracts';
import { sql, type SqlBool } from 'kysely';
import { scopePlaces, visibilityCondition, type ScopeFields } from '../kit/conditions.ts';
import { ofDialect } from '../kit/dialect.ts';
import { trackingSubscribers } from '../kit/index-ledger.ts';
import { prepared } from '../kit/prepared.ts';
import { deleteSomeQuery } from '../kit/delete-some.ts';
import { feature, type CallsOf } from '../kit/feature.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

/** `pending` is a literal rather than a parameter, so that the planner can use the partial index on pending states. */
const isPending = sql<SqlBool>`index_state.status = 'pending'`;

const EXAMINED_STATES_MAX = 200;

/** Selects one visible item among the `EXAMINED_STATES_MAX` items that have waited longest for an index. */
export const behindQueries = ofDialect(({ queries }) =>
  prepared<ScopeFields & { target: Subscriber; before: number }>()((place) =>
    queries
      .selectFrom((eb) =>
        eb
          .selectFrom('index_state')
          .select('item_seq')
          .where(isPending)
          .where('index_state.org_id', '=', place('orgId'))
          .where('target', '=', place('target'))
          .where('behind_since', '<=', place('before'))
          .orderBy('behind_since')
          .limit(sql.lit(EXAMINED_STATES_MAX))
          .as('waiting'),
      )
      .crossJoin('item')
      .select('item.seq')
      .whereRef('item.seq', '=', 'waiting.item_seq')
      .where('item.state', '<>', 'deleted')
      .where(visibilityCondition(scopePlaces(place)))
      .limit(sql.lit(1)),
  ),
);

/** Queries for the maintenance of the store of record. */
const maintenanceQueries = ofDialect((dialect) => {
  const { queries } = dialect;
  const oldest = (target: Subscriber) =>
    queries
      .selectFrom('index_state')
      .select('behind_since')
      .where(isPending)
      .where('target', '=', sql.lit(target))
      .orderBy('behind_since')
      .limit(sql.lit(1))
      .as(target);
  return {
    /** Selects one column for each tracker: the longest wait of its items. `trackers` must not be empty. */
    oldestBehind: (trackers: readonly Subscriber[]) => queries.selectNoFrom(trackers.map(oldest)),
    forgetIdempotency: prepared<{ before: number; limit: number }>()((place) => {
      const where = sql`created_at < ${place('before')} order by created_at`;
      const key = ['org_id', 'principal_id', 'key'];
      const removal = deleteSomeQuery(dialect, { table: 'idempotency', key, where, limit: place('limit') });
      return { compile: () => removal.compile(queries) };
    }),
  };
});

const trackers = trackingSubscribers(subscriptions);

/**
 * Maps the name of each subscriber that tracks items to the age in ms of the oldest change that the subscriber has not
 * processed; 0 if there is none. Dead letters do not count.
 */
async function oldestBehind(tx: ReadTransaction): Promise<Record<string, number>> {
  const row = await tx.get(maintenanceQueries(tx.dialect).oldestBehind(trackers));
  const oldest: Partial<Record<string, number | null>> = row ?? {};
  const ageOf = (tracker: Subscriber) => Math.max(0, tx.now - (oldest[tracker] ?? tx.now));
  return Object.fromEntries(trackers.map((tracker) => [tracker, ageOf(tracker)]));
}

/**
 * Deletes at most `limit` idempotency keys of writes older than `olderThanMs`, and returns their number. A request that
 * repeats a deleted key is a new write.
 */
const forgetIdempotency = (tx: Transaction, command: { olderThanMs: number; limit: number }): Promise<number> =>
  tx.run(maintenanceQueries(tx.dialect).forgetIdempotency, {
    before: tx.now - command.olderThanMs,
    limit: command.limit,
  });

/** Maintenance of the store of record, across all organisations: the lag of indexes, and data that is kept for a limited time. */
export const maintenance = feature('maintenance', {
  tables: [],
  reads: { oldestBehind },
  writes: { forgetIdempotency },
  acrossOrganisations: ['oldestBehind', 'forgetIdempotency'],
});
export type Maintenance = CallsOf<typeof maintenance>;
