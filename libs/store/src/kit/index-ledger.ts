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
import { givenRowsWriter } from './given-rows.ts';
import type { ItemRow } from './item-rows.ts';
import type { Transaction } from './transaction.ts';

/** A subscriber whose progress the store records for each item of this kind. */
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

/** The distinct names of all trackers. */
export const trackingSubscribers = (subscriptions: readonly Subscription[]): Subscriber[] => [
  ...new Set(trackersIn(subscriptions).map(({ subscriber }) => subscriber)),
];

/** The version of the rules by which a tracker processes items. */
export const rulesOf = (subscriptions: readonly Subscription[], tracker: Subscriber): number =>
  Math.max(...subscriptions.filter(({ subscriber }) => subscriber === tracker).map(({ rules = 1 }) => rules));

/** The progress of a tracker on an item that has just got a new version. */
export interface LedgerEntry extends Tracker {
  readonly status: 'pending' | 'indexed';
  /**
   * The version that the tracker has processed: the new version if the commit itself does the tracker's work, otherwise 0.
   */
  readonly version: number;
}

/** Makes the entries of an item's new version: indexed for trackers whose work the commit does, pending for the others. */
export const ledgerEntries = ({ subscriptions, doneWithCommit }: Subscribers, version: number): LedgerEntry[] =>
  trackersIn(subscriptions).map((tracker) =>
    doneWithCommit.includes(tracker.subscriber)
      ? { ...tracker, status: 'indexed', version }
      : { ...tracker, status: 'pending', version: 0 },
  );

/** The index states of a new item in the form of the public API. */
export function initialIndexState({ doneWithCommit }: Subscribers): IndexState {
  const stateOf = (target: Subscriber) => (doneWithCommit.includes(target) ? 'indexed' : 'pending');
  return Object.fromEntries(indexTargets.map((target) => [target, stateOf(target)])) as IndexState;
}

/** SQL for the column with a copy of the item's version, which only Postgres keeps in `index_state`. */
export const wantedVersionColumn = {
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
 * Inserts the index states of items. Rows are written in the order of the items, so that two transactions do not deadlock.
 */
const writeIndexStates = ofDialect((dialect) =>
  givenRowsWriter(dialect, {
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
        insert into index_state (item_seq, target, org_id, ${sql.raw(wantedVersionColumn[dialect.name].column)} version, status, since, behind_since)
        select ${given('seq')}, ${given('subscriber')}, ${given('orgId')}, ${keeps}
          ${given('version')}, ${given('status')}, ${given('now')}, ${given('now')} ${from} where true ${order}
        on conflict (item_seq, target) do update set ${becomes}
          version = case excluded.status when 'indexed' then excluded.version else index_state.version end,
          status = excluded.status, since = excluded.since, behind_since = excluded.behind_since`;
    },
  }),
);

/** Makes the rows of `writeIndexStates` for an item that has just got a new version. */
function openedStates(
  { seq, org_id: orgId, version: wanted, kind }: ItemRow,
  subscribers: Subscribers,
  now: number,
): OpenedState[] {
  const entries = ledgerEntries(subscribers, wanted).filter((entry) => entry.kind === kind);
  return entries.map(({ subscriber, status, version }) => ({ seq, orgId, wanted, now, subscriber, status, version }));
}

/** Records for each tracker whether it still has to process these new versions. */
export async function openIndexStates(
  tx: Transaction,
  rows: readonly ItemRow[],
  subscribersOf: (row: ItemRow) => Subscribers = () => tx.context.subscribers,
): Promise<void> {
  const states = rows.flatMap((row) => openedStates(row, subscribersOf(row), tx.now));
  await writeIndexStates(tx.dialect)(tx, states);
}
