import type { Subscriber } from '@cairn/contracts';
import { outboxRowOf, outboxRowsOf, type Announcement, type OutboxRow } from './deliveries.ts';
import { ofDialect } from './dialect.ts';
import { givenRowsInserter, type GivenColumns } from './given-rows.ts';
import type { Transaction } from './transaction.ts';

const columns = {
  ...{ id: 'uuid', event: 'text', subscriber: 'text', org_id: 'uuid', item_id: 'uuid', version: 'int' },
  ...{ created_at: 'bigint', due_at: 'bigint', bulk: 'int', leased: 'int', attempts: 'int' },
  ...{ reason: 'text', trace: 'text', payload: 'text' },
} as const satisfies Readonly<Record<keyof OutboxRow, GivenColumns[string]>>;

/** Inserts rows into the outbox. */
export const insertDeliveries = ofDialect((dialect) => givenRowsInserter(dialect, 'outbox', columns));

/**
 * Adds an event to the outbox: one row for each subscriber, or only a row for `to`. `announcementOf` makes the event for a
 * change of an item.
 */
export const announceEvent = (tx: Transaction, announcement: Announcement, to?: Subscriber): Promise<void> =>
  announceAll(tx, [announcement], to);

/** Adds several events to the outbox in the given order. `eventsOfWrite` is the number of events of the whole write. */
export async function announceAll(
  tx: Transaction,
  announcements: readonly Announcement[],
  to?: Subscriber,
  eventsOfWrite = announcements.length,
): Promise<void> {
  const { now, trace, subscribers } = tx.context;
  const rows = announcements.flatMap((announcement) => {
    const traced = { ...announcement, trace: announcement.trace ?? trace };
    if (to) return [outboxRowOf(traced, { subscriber: to, eventsOfWrite }, now)];
    return outboxRowsOf(traced, subscribers, { now, eventsOfWrite });
  });
  await deliverRows(tx, rows);
}

/** Inserts rows into the outbox, and informs the dispatcher after the commit. */
export async function deliverRows(tx: Transaction, rows: readonly OutboxRow[]): Promise<void> {
  if (rows.length === 0) return;
  await insertDeliveries(tx.dialect)(tx, rows);
  tx.context.hooks.note('outbox');
}
