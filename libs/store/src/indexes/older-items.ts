import type { Subscriber, Subscription } from '@cairn/contracts';
import { sql, type Compilable } from 'kysely';
import { ofDialect } from '../kit/dialect.ts';
import { rulesOf, trackersIn, trackingSubscribers, wantedVersionColumn } from '../kit/index-ledger.ts';
import { prepared, statementOf } from '../kit/prepared.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

interface Rules {
  readonly subscriber: Subscriber;
  /** The version of the rules by which the subscriber processes items. */
  readonly rules: number;
}

const queriesOf = ofDialect(({ queries }) => ({
  progress: prepared<{ subscriber: Subscriber }>()((place) =>
    queries
      .selectFrom('subscriber_progress')
      .select(['place', 'rules', 'again_until as againUntil'])
      .where('subscriber', '=', place('subscriber')),
  ),
  newest: queries.selectFrom('item').select(({ fn }) => fn.max<number | null>('seq').as('seq')),
  following: prepared<{ place: number; limit: number }>()((place) =>
    queries
      .selectFrom('item')
      .select(['seq', 'created_at as createdAt'])
      .where('seq', '>', place('place'))
      .orderBy('seq')
      .limit(place('limit')),
  ),
  beginAgain: statementOf<Rules & { until: number }>({ queries })(
    (place) => sql`insert into subscriber_progress (subscriber, place, rules, again_until)
      values (${place('subscriber')}, 0, ${place('rules')}, ${place('until')})
      on conflict (subscriber) do update set place = 0, rules = excluded.rules, again_until = excluded.again_until`,
  ),
  /**
   * Moves the subscriber forward. Changes nothing if another sweeper or a restart from the first item has moved it
   * meanwhile.
   */
  advance: statementOf<Rules & { from: number; to: number }>({ queries })(
    (place) => sql`insert into subscriber_progress (subscriber, place, rules)
      values (${place('subscriber')}, ${place('to')}, ${place('rules')})
      on conflict (subscriber) do update set place = excluded.place where subscriber_progress.place = ${place('from')}`,
  ),
}));

export interface OlderItemsQuery {
  /** The subscriptions to events of items. */
  readonly subscriptions: readonly Subscription[];
  /** The maximum number of items that one call examines for each tracker. */
  readonly limit: number;
  readonly olderThanMs: number;
}

/** Reads the progress of a subscriber in the order of arrival. */
export const progressOf = (tx: ReadTransaction, subscriber: Subscriber) =>
  tx.get(queriesOf(tx.dialect).progress, { subscriber });

/** Makes the sweeper deliver all present items to a subscriber once more, from the oldest to the newest. */
export async function processAgain(tx: Transaction, { subscriber, rules }: Rules): Promise<void> {
  const { newest, beginAgain } = queriesOf(tx.dialect);
  const until = (await tx.get(newest))?.seq ?? 0;
  await tx.run(beginAgain, { subscriber, rules, until });
}

/**
 * Adds a pending index state to each item that has none, because the item is older than the tracker or an older build
 * wrote it. Continues, in the order of arrival, where the last call ended. Stops at the first item younger than
 * `olderThanMs`, since items that arrived earlier may not be committed yet. If the rules of a tracker have a higher
 * version than the rules by which it processed the items, the tracker gets all items again.
 */
export async function noteOlderItems(tx: Transaction, look: OlderItemsQuery): Promise<void> {
  for (const subscriber of trackingSubscribers(look.subscriptions))
    await continueProcessing(tx, { subscriber, rules: rulesOf(look.subscriptions, subscriber) }, look);
}

async function continueProcessing(tx: Transaction, tracker: Rules, look: OlderItemsQuery): Promise<void> {
  const progress = (await progressOf(tx, tracker.subscriber)) ?? { place: 0, rules: tracker.rules, againUntil: 0 };
  // During an update, an older process leaves the items to the newer ones.
  if (progress.rules > tracker.rules) return;
  if (progress.rules < tracker.rules) return processAgain(tx, tracker);
  const { following, advance } = queriesOf(tx.dialect);
  const { place: from, againUntil } = progress;
  const page = await tx.all(following, { place: from, limit: look.limit });
  const young = page.findIndex(({ createdAt }) => createdAt > tx.now - look.olderThanMs);
  const to = (young < 0 ? page : page.slice(0, young)).at(-1)?.seq;
  if (to === undefined) return;
  await tx.run(insertPendingStates(tx, { ...tracker, from, to, againUntil }, look));
  await tx.run(advance, { ...tracker, from, to });
}

interface ItemRange {
  readonly subscriber: Subscriber;
  readonly from: number;
  readonly to: number;
  readonly againUntil: number;
}

/**
 * Inserts the states with `since` set back by `olderThanMs`, so that the next sweep finds them. Items up to `againUntil`
 * become pending again. Forgotten items get no state, since there is nothing to index.
 */
function insertPendingStates(
  { dialect, now }: Transaction,
  { subscriber, from, to, againUntil }: ItemRange,
  { subscriptions, olderThanMs }: OlderItemsQuery,
): Compilable {
  const ofKinds = trackersIn(subscriptions).filter((tracker) => tracker.subscriber === subscriber);
  const query = sql`
    insert into index_state (item_seq, target, org_id, ${sql.raw(wantedVersionColumn[dialect.name].column)} version, status, since, behind_since)
    select seq, ${subscriber}, org_id, ${sql.raw(wantedVersionColumn[dialect.name].value)} 0, 'pending', cast(${now - olderThanMs} as bigint), cast(${now} as bigint)
    from item
    where seq > ${from} and seq <= ${to} and state <> 'deleted' and kind in (${sql.join(ofKinds.map(({ kind }) => kind))})
    order by seq
    on conflict (item_seq, target) do update
      set status = excluded.status, version = 0, since = excluded.since, behind_since = excluded.behind_since
      where index_state.status = 'indexed' and index_state.item_seq <= ${againUntil}`;
  return { compile: () => query.compile(dialect.queries) };
}
