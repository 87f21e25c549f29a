import {
  indexTargets,
  writtenEvent,
  type IndexState,
  type ItemKind,
  type Subscriber,
  type Subscription,
} from '@cairn/contracts';
import { sql, type Compilable } from 'kysely';
import type { Audience } from './deliveries.ts';
import { ofDialect } from './dialect.ts';
import { prepared } from './prepared.ts';
import type { StoreWriteSession } from './store/session.ts';
import type { SubscriberProgressTable } from './tables.ts';
import type { ItemRow } from './item-rows.ts';

/** A subscriber of which the store notes how far it is with each item of a kind. */
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

/** Their names, each once. */
export const trackingSubscribers = (subscriptions: readonly Subscription[]): Subscriber[] => [
  ...new Set(trackersIn(subscriptions).map(({ subscriber }) => subscriber)),
];

/** How far a tracker is with an item that has just become of this version. */
export interface LedgerEntry extends Tracker {
  readonly status: 'pending' | 'indexed';
  /** What it has: the version itself where the commit serves it, else 0. */
  readonly version: number;
}

/** Those whom the commit serves have the item; the others are to. */
export const ledgerEntries = ({ subscriptions, doneWithCommit }: Audience, version: number): LedgerEntry[] =>
  trackersIn(subscriptions).map((tracker) =>
    doneWithCommit.includes(tracker.subscriber)
      ? { ...tracker, status: 'indexed', version }
      : { ...tracker, status: 'pending', version: 0 },
  );

/** What a new item's indexes are, as the public API shows them. */
export function startingState({ doneWithCommit }: Audience): IndexState {
  const stateOf = (target: Subscriber) => (doneWithCommit.includes(target) ? 'indexed' : 'pending');
  return Object.fromEntries(indexTargets.map((target) => [target, stateOf(target)])) as IndexState;
}

/** Postgres keeps the version of the item in the row of the state too. */
const wanted = { sqlite: { column: '', value: '' }, postgres: { column: 'wanted,', value: 'version,' } } as const;

interface Opened extends Omit<LedgerEntry, 'kind'> {
  readonly seq: number;
  readonly orgId: string;
  /** The version that the item has. */
  readonly wanted: number;
  readonly now: number;
}

/** What the commit serves has this version of the item, or has let go of it; the others are to. */
const opening = ofDialect(({ name, queries }) =>
  prepared<Opened>()((place) => {
    const [keeps, becomes] =
      name === 'postgres' ? [sql`${place('wanted')},`, sql`wanted = excluded.wanted,`] : [sql``, sql``];
    const insertion = sql`
      insert into index_state (item_seq, target, org_id, ${sql.raw(wanted[name].column)} version, status, since, behind_since)
      values (${place('seq')}, ${place('subscriber')}, ${place('orgId')}, ${keeps}
        ${place('version')}, ${place('status')}, ${place('now')}, ${place('now')})
      on conflict (item_seq, target) do update set ${becomes}
        version = case excluded.status when 'indexed' then excluded.version else index_state.version end,
        status = excluded.status, since = excluded.since, behind_since = excluded.behind_since`;
    return { compile: () => insertion.compile(queries) };
  }),
);

/** Notes how far each tracker is with an item that has just become of its version. */
export async function openIndexStates(session: StoreWriteSession, row: ItemRow): Promise<void> {
  const { seq, org_id: orgId, version: wanted } = row;
  const opened = ledgerEntries(session.audience, wanted).filter(({ kind }) => kind === row.kind);
  const values = { seq, orgId, wanted, now: session.now };
  await Promise.all(opened.map((entry) => session.run(opening(session.dialect), { ...entry, ...values })));
}

const queriesOf = ofDialect(({ queries }) => ({
  progress: prepared<{ subscriber: Subscriber }>()((place) =>
    queries.selectFrom('subscriber_progress').select('place').where('subscriber', '=', place('subscriber')),
  ),
  following: prepared<{ place: number; limit: number }>()((place) =>
    queries
      .selectFrom('item')
      .select(['seq', 'created_at as createdAt'])
      .where('seq', '>', place('place'))
      .orderBy('seq')
      .limit(place('limit')),
  ),
  advance: prepared<SubscriberProgressTable>()((place) =>
    queries
      .insertInto('subscriber_progress')
      .values({ subscriber: place('subscriber'), place: place('place') })
      .onConflict((clash) => clash.column('subscriber').doUpdateSet({ place: place('place') })),
  ),
}));

export interface LookBack {
  /** Who hears of items. */
  readonly subscriptions: readonly Subscription[];
  /** Items that one call looks at for each tracker. */
  readonly limit: number;
  readonly olderThanMs: number;
}

/**
 * Notes as pending what nothing is noted of: items that are older than their tracker, or were written by code that did not
 * know it. Goes on where the last call ended, in the order of arrival, up to the first item that is younger than
 * `olderThanMs`: before one of those, another may not be committed yet.
 */
export async function noteOlderItems(session: StoreWriteSession, look: LookBack): Promise<void> {
  for (const subscriber of trackingSubscribers(look.subscriptions)) await goOn(session, subscriber, look);
}

async function goOn(session: StoreWriteSession, subscriber: Subscriber, look: LookBack): Promise<void> {
  const { progress, following, advance } = queriesOf(session.dialect);
  const from = (await session.get(progress, { subscriber }))?.place ?? 0;
  const page = await session.all(following, { place: from, limit: look.limit });
  const young = page.findIndex(({ createdAt }) => createdAt > session.now - look.olderThanMs);
  const to = (young < 0 ? page : page.slice(0, young)).at(-1)?.seq;
  if (to === undefined) return;
  await session.run(noting(session, { subscriber, from, to }, look));
  await session.run(advance, { subscriber, place: to });
}

/** Pending since so long that the next sweep finds it. What is forgotten is nothing that a subscriber could lack. */
function noting(
  { dialect, now }: StoreWriteSession,
  { subscriber, from, to }: { readonly subscriber: Subscriber; readonly from: number; readonly to: number },
  { subscriptions, olderThanMs }: LookBack,
): Compilable {
  const ofKinds = trackersIn(subscriptions).filter((tracker) => tracker.subscriber === subscriber);
  const query = sql`
    insert into index_state (item_seq, target, org_id, ${sql.raw(wanted[dialect.name].column)} version, status, since, behind_since)
    select seq, ${subscriber}, org_id, ${sql.raw(wanted[dialect.name].value)} 0, 'pending', cast(${now - olderThanMs} as bigint), cast(${now} as bigint)
    from item
    where seq > ${from} and seq <= ${to} and state <> 'deleted' and kind in (${sql.join(ofKinds.map(({ kind }) => kind))})
    on conflict do nothing`;
  return { compile: () => query.compile(dialect.queries) };
}
