import type { Subscriber, Subscription } from '@cairn/contracts';
import { sql, type Compilable } from 'kysely';
import { ofDialect } from '../kit/dialect.ts';
import { trackersIn, trackingSubscribers, wanted } from '../kit/index-ledger.ts';
import { prepared } from '../kit/prepared.ts';
import type { SubscriberProgressTable } from '../kit/tables.ts';
import type { Transaction } from '../kit/transaction.ts';

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
  /** The subscriptions to events of items. */
  readonly subscriptions: readonly Subscription[];
  /** The most items that one call examines for each tracker. */
  readonly limit: number;
  readonly olderThanMs: number;
}

/**
 * Adds a pending index state to each item that has none, because the item is older than the tracker or an older build wrote
 * it. Continues, in the order of arrival, where the last call ended. Stops at the first item younger than `olderThanMs`,
 * since transactions that arrived earlier may not be committed yet.
 */
export async function noteOlderItems(tx: Transaction, look: LookBack): Promise<void> {
  for (const subscriber of trackingSubscribers(look.subscriptions)) await goOn(tx, subscriber, look);
}

async function goOn(tx: Transaction, subscriber: Subscriber, look: LookBack): Promise<void> {
  const { progress, following, advance } = queriesOf(tx.dialect);
  const from = (await tx.get(progress, { subscriber }))?.place ?? 0;
  const page = await tx.all(following, { place: from, limit: look.limit });
  const young = page.findIndex(({ createdAt }) => createdAt > tx.now - look.olderThanMs);
  const to = (young < 0 ? page : page.slice(0, young)).at(-1)?.seq;
  if (to === undefined) return;
  await tx.run(insertPendingStates(tx, { subscriber, from, to }, look));
  await tx.run(advance, { subscriber, place: to });
}

/**
 * Inserts the states with `since` set back by `olderThanMs`, so that the next sweep finds them. Forgotten items get no
 * state, since there is nothing to index.
 */
function insertPendingStates(
  { dialect, now }: Transaction,
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
