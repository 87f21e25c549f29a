import {
  indexTargets,
  writtenEvent,
  type IndexState,
  type ItemKind,
  type Subscriber,
  type Subscription,
} from '@cairn/contracts';
import { sql } from 'kysely';
import type { Subscribers } from './deliveries.ts';
import { ofDialect } from './dialect.ts';
import { writingEachGiven } from './given-rows.ts';
import type { ItemRow } from './item-rows.ts';
import type { Transaction } from './transaction.ts';

/** A subscriber whose progress the store records for each item of a kind. */
export interface Tracker {
  readonly kind: ItemKind;
  readonly subscriber: Subscriber;
}

const kinds = Object.keys(writtenEvent) as ItemKind[];

export const trackersIn = (subscriptions: readonly Subscription[]): Tracker[] =>
  kinds.flatMap((kind) =>
    subscriptions
      .filter(({ event, tracksItems }) => tracksItems && event === writtenEvent[kind])
      .map(({ subscriber }) => ({ kind, subscriber })),
  );

/** The names of all trackers, each once. */
export const trackingSubscribers = (subscriptions: readonly Subscription[]): Subscriber[] => [
  ...new Set(trackersIn(subscriptions).map(({ subscriber }) => subscriber)),
];

/** The progress of a tracker on an item that has just got this version. */
export interface LedgerEntry extends Tracker {
  readonly status: 'pending' | 'indexed';
  /** The version that the tracker has: the new one when the commit itself serves it, otherwise 0. */
  readonly version: number;
}

/** Entries for a new version: indexed for trackers that the commit serves, pending for the others. */
export const ledgerEntries = ({ subscriptions, doneWithCommit }: Subscribers, version: number): LedgerEntry[] =>
  trackersIn(subscriptions).map((tracker) =>
    doneWithCommit.includes(tracker.subscriber)
      ? { ...tracker, status: 'indexed', version }
      : { ...tracker, status: 'pending', version: 0 },
  );

/** The index states of a new item, as the public API shows them. */
export function startingState({ doneWithCommit }: Subscribers): IndexState {
  const stateOf = (target: Subscriber) => (doneWithCommit.includes(target) ? 'indexed' : 'pending');
  return Object.fromEntries(indexTargets.map((target) => [target, stateOf(target)])) as IndexState;
}

/** Columns for the item's version, which Postgres keeps in the row of the state too. */
export const wanted = {
  sqlite: { column: '', value: '' },
  postgres: { column: 'wanted,', value: 'version,' },
} as const;

interface OpenedState extends Omit<LedgerEntry, 'kind'> {
  readonly seq: number;
  readonly orgId: string;
  /** The version of the item. */
  readonly wanted: number;
  readonly now: number;
}

/**
 * Records the progress of each subscriber on each item: indexed for those that the commit serves, pending for the others.
 * Rows are written in the order of the items, so that two transactions do not deadlock.
 */
const writeIndexStates = ofDialect((dialect) =>
  writingEachGiven(dialect, {
    columns: {
      ...{ seq: 'bigint', orgId: 'uuid', subscriber: 'text', status: 'text' },
      ...{ version: 'int', wanted: 'int', now: 'bigint' },
    },
    write: (given, from) => {
      const [keeps, becomes, order] =
        dialect.name === 'postgres'
          ? [sql`${given('wanted')},`, sql`wanted = excluded.wanted,`, sql`order by given.seq, given.subscriber`]
          : [sql``, sql``, sql``];
      return sql`
        insert into index_state (item_seq, target, org_id, ${sql.raw(wanted[dialect.name].column)} version, status, since, behind_since)
        select ${given('seq')}, ${given('subscriber')}, ${given('orgId')}, ${keeps}
          ${given('version')}, ${given('status')}, ${given('now')}, ${given('now')} ${from} where true ${order}
        on conflict (item_seq, target) do update set ${becomes}
          version = case excluded.status when 'indexed' then excluded.version else index_state.version end,
          status = excluded.status, since = excluded.since, behind_since = excluded.behind_since`;
    },
  }),
);

/** Rows for `writeIndexStates` on an item that has just got its version. */
function openedStates(
  { seq, org_id: orgId, version: wanted, kind }: ItemRow,
  subscribers: Subscribers,
  now: number,
): OpenedState[] {
  const entries = ledgerEntries(subscribers, wanted).filter((entry) => entry.kind === kind);
  return entries.map(({ subscriber, status, version }) => ({ seq, orgId, wanted, now, subscriber, status, version }));
}

/** Records that subscribers must process these versions, except those that the commit itself serves. */
export async function openIndexStates(
  tx: Transaction,
  rows: readonly ItemRow[],
  subscribers = tx.context.subscribers,
): Promise<void> {
  const states = rows.flatMap((row) => openedStates(row, subscribers, tx.now));
  await writeIndexStates(tx.dialect)(tx, states);
}
