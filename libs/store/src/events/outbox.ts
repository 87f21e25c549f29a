import {
  patternOf,
  type DeadLetter,
  type EventName,
  type EventPattern,
  type OrgId,
  type Subscriber,
} from '@cairn/contracts';
import { Outbox, type Clock, type Delivery, type QueueDepth } from '@cairn/ports';
import { sql } from 'kysely';
import { NIL } from 'uuid';
import {
  deadLetterFromRow,
  deadLetterOf,
  deadLetterQueries,
  eventPartsOf,
  reasonColumn,
  replayedRowOf,
  type DeadLetterRow,
  type SomeLetters,
} from '../kit/deliveries.ts';
import { ofDialect, type List } from '../kit/dialect.ts';
import { givenRows } from '../kit/given-rows.ts';
import type { Author } from '../kit/item-rows.ts';
import { prepared, statementOf } from '../kit/prepared.ts';
import type { SqlStore } from '../kit/module.ts';
import { callsOf, feature, type CallsOf } from '../kit/feature.ts';
import { deliverRows } from '../kit/announce.ts';
import { auditActs } from '../kit/audit.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

/** The columns that a dead letter takes over from its delivery. */
const keptColumns = [
  'id',
  'event',
  'subscriber',
  'org_id',
  'item_id',
  'version',
  'created_at',
  'attempts',
  'payload',
] as const;

interface DeadLetterCount {
  readonly itemId: string;
  readonly subscriber: Subscriber;
  readonly version: number;
}

/** Numbers of deliveries and dead letters for one subscriber of an event. */
interface Backlog {
  readonly event: EventName;
  readonly subscriber: Subscriber;
  readonly waiting: number;
  readonly active: number;
  readonly delayed: number;
  readonly failed: number;
  readonly oldest: number | null;
  readonly oldestDelayed: number | null;
}

interface DuePattern {
  readonly event: EventName;
  readonly subscriber: Subscriber;
}

const patternColumns = { event: 'text', subscriber: 'text' } as const;

const queriesOf = ofDialect((dialect) => ({
  remove: prepared<{ ids: List }>()((place) =>
    dialect.queries.deleteFrom('outbox').where(dialect.isAmong(sql.ref('id'), place('ids'))),
  ),
  postpone: prepared<{ id: string; due: number; reason: string }>()((place) =>
    dialect.queries
      .updateTable('outbox')
      .set({ due_at: place('due'), leased: 0, reason: place('reason') })
      .where('id', '=', place('id')),
  ),
  giveBack: prepared<{ id: string; now: number }>()((place) =>
    dialect.queries
      .updateTable('outbox')
      .set((eb) => ({ due_at: place('now'), leased: 0, attempts: eb('attempts', '-', 1) }))
      .where('id', '=', place('id')),
  ),
  find: prepared<{ id: string }>()((place) =>
    dialect.queries.selectFrom('outbox').select(keptColumns).where('id', '=', place('id')).modifyEnd(dialect.forUpdate),
  ),
  keepLetter: (letter: DeadLetterRow) =>
    dialect.queries
      .insertInto('dead_letter')
      .values(letter)
      .onConflict((clash) => clash.column('id').doNothing()),
  markDead: prepared<DeadLetterCount>()((place) =>
    dialect.queries
      .updateTable('index_state')
      .set({ status: 'dead' })
      .where('target', '=', place('subscriber'))
      .where('status', '=', 'pending')
      .where('version', '<', place('version'))
      .where('item_seq', '=', (eb) => eb.selectFrom('item').select('seq').where('id', '=', place('itemId'))),
  ),
  revive: statementOf<{ letters: string; now: number }>(dialect)((place) => {
    const { from, column } = givenRows(dialect, place('letters'), { id: 'uuid', subscriber: 'text' });
    return sql`update index_state set status = 'pending', since = ${place('now')}
      where status = 'dead' and (item_seq, target) in (
        select item.seq, ${column('subscriber')} from ${from} cross join item where item.id = ${column('id')})`;
  }),
  measure: prepared<object>()(() => {
    const query = sql<{ waiting: number; dead: number; oldest: number | null }>`
      select (select count(*) from outbox) as waiting, (select count(*) from dead_letter) as dead,
        (select created_at from outbox order by id limit 1) as oldest`;
    return { compile: () => query.compile(dialect.queries) };
  }),
  duePatterns: statementOf<{ patterns: string; now: number }>(dialect)((place) => {
    const { from, column } = givenRows(dialect, place('patterns'), patternColumns);
    return sql<DuePattern>`
      select ${column('event')} as event, ${column('subscriber')} as subscriber from ${from}
      where (select 1 from outbox where event = ${column('event')} and subscriber = ${column('subscriber')}
        and due_at <= ${place('now')} order by org_id limit 1) is not null`;
  }),
  earliest: prepared<object>()(() =>
    dialect.queries.selectFrom('outbox').select('due_at as due').orderBy('due_at').orderBy('id').limit(1),
  ),
}));

const REPLAYED_AT_ONCE = 500;

/** Counts the deliveries of each queue that are due now, in progress, due later and given up. */
const backlogOf = ofDialect((dialect) =>
  statementOf<{ now: number }>(dialect)(
    (place) => sql<Backlog>`
      select event, subscriber, sum(waits) as waiting, sum(works) as active, sum(rests) as delayed, sum(failed) as failed,
        min(case when waits = 1 then created_at end) as oldest, min(case when rests = 1 then created_at end) as "oldestDelayed"
      from (
        select event, subscriber, created_at, case when due_at <= ${place('now')} then 1 else 0 end as waits,
          case when leased = 1 and due_at > ${place('now')} then 1 else 0 end as works,
          case when leased = 0 and due_at > ${place('now')} then 1 else 0 end as rests, 0 as failed from outbox
        union all select event, subscriber, created_at, 0, 0, 0, 1 from dead_letter) as held
      group by event, subscriber`,
  ),
);

async function completeDeliveries(tx: Transaction, { ids }: { readonly ids: readonly string[] }): Promise<void> {
  const { dialect } = tx;
  if (ids.length > 0) await tx.run(queriesOf(dialect).remove, { ids: dialect.listOf(ids) });
}

async function continueLater(tx: Transaction, { id }: { readonly id: string }): Promise<void> {
  await tx.run(queriesOf(tx.dialect).giveBack, { id, now: tx.now });
  tx.context.hooks.note('outbox');
}

interface RetryCommand {
  readonly id: string;
  readonly afterMs: number;
  readonly reason: string;
}

async function retryDelivery(tx: Transaction, { id, afterMs, reason }: RetryCommand): Promise<void> {
  const due = tx.now + afterMs;
  await tx.run(queriesOf(tx.dialect).postpone, { id, due, reason: reasonColumn(reason) });
  tx.context.hooks.note('outbox');
}

async function deadLetter(
  tx: Transaction,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<void> {
  const row = await tx.get(queriesOf(tx.dialect).find, { id });
  if (row) await keepLetter(tx, { ...row, reason: reasonColumn(reason), dead_lettered_at: tx.now });
}

/**
 * Makes a dead letter of a delivery that is given up. Takes the fields from the caller, since the outbox row of the
 * delivery may have been deleted.
 */
const findTakenDeadLetter = (
  tx: Transaction,
  { delivery, reason }: { readonly delivery: Delivery; readonly reason: string },
): Promise<void> => keepLetter(tx, deadLetterOf(delivery, reason, tx.now));

/** Stores a dead letter. If its event is about a change of an item, marks the item's index state as dead. */
async function keepLetter(tx: Transaction, letter: DeadLetterRow): Promise<void> {
  const queries = queriesOf(tx.dialect);
  const { item_id: itemId, subscriber, version } = letter;
  await tx.run(queries.keepLetter(letter));
  await completeDeliveries(tx, { ids: [letter.id] });
  if (itemId !== null && version !== null) await tx.run(queries.markDead, { itemId, subscriber, version });
}

interface ReplayCommand extends SomeLetters {
  readonly author: Author;
}

/** Replays a batch of dead letters and returns their number. */
async function replayDead(tx: Transaction, { author, ...some }: ReplayCommand): Promise<number> {
  const { dialect, now } = tx;
  const stored = deadLetterQueries(dialect);
  const found = await tx.all(stored.some(author.orgId, some));
  if (found.length === 0) return 0;
  const dead = await tx.all(stored.removal(found.map(({ id }) => id)));
  await deliverRows(
    tx,
    dead.map((letter) => replayedRowOf(letter, { now, eventsOfWrite: dead.length })),
  );
  const letters = dead.map(({ item_id: id, subscriber }) => ({ id, subscriber }));
  await tx.run(queriesOf(dialect).revive, { letters: JSON.stringify(letters), now });
  await auditActs(tx, { author, action: 'replay', kind: 'dead-letter', id: NIL, version: dead.length });
  return dead.length;
}

interface LettersQuery {
  readonly orgId: OrgId;
  readonly after?: string | undefined;
  readonly limit: number;
}

async function deadLetters(
  tx: ReadTransaction,
  { orgId, ...page }: LettersQuery,
): Promise<{ total: number; deadLetters: DeadLetter[] }> {
  const letters = deadLetterQueries(tx.dialect);
  const [total, rows] = await Promise.all([tx.get(letters.total(orgId)), tx.all(letters.page(orgId, page))]);
  return { total: total?.number ?? 0, deadLetters: rows.map(deadLetterFromRow) };
}

async function countBacklogByQueue(tx: ReadTransaction): Promise<QueueDepth[]> {
  const { now } = tx;
  const ageOf = (since: number | null) => (since === null ? 0 : Math.max(0, now - since));
  const rows = await tx.all(backlogOf(tx.dialect), { now });
  return rows.map(({ event, subscriber, oldest, oldestDelayed, ...counts }) => ({
    pattern: patternOf(event, subscriber),
    ...counts,
    oldestMs: ageOf(oldest),
    oldestDelayedMs: ageOf(oldestDelayed),
  }));
}

async function countBacklog(tx: ReadTransaction): Promise<{ waiting: number; dead: number; oldestMs: number }> {
  const measured = await tx.get(queriesOf(tx.dialect).measure, {});
  const { waiting = 0, dead = 0, oldest = null } = measured ?? {};
  return { waiting, dead, oldestMs: oldest === null ? 0 : Math.max(0, tx.now - oldest) };
}

/** The time at which the next delivery is due, in epoch ms; undefined if none waits. */
const findNextDue = async (tx: ReadTransaction): Promise<number | undefined> =>
  (await tx.get(queriesOf(tx.dialect).earliest, {}))?.due;

async function findDuePatterns(
  tx: ReadTransaction,
  { patterns }: { readonly patterns: readonly EventPattern[] },
): Promise<EventPattern[]> {
  const given = JSON.stringify(patterns.map(eventPartsOf));
  const due = await tx.all(queriesOf(tx.dialect).duePatterns, { patterns: given, now: tx.now });
  return due.map(({ event, subscriber }) => patternOf(event, subscriber));
}

export const outbox = feature('outbox', {
  tables: [],
  reads: {
    deadLetters,
    depth: countBacklog,
    depths: countBacklogByQueue,
    duePatterns: findDuePatterns,
    nextDue: findNextDue,
  },
  writes: {
    complete: completeDeliveries,
    continueLater,
    retry: retryDelivery,
    deadLetter,
    deadLetterTaken: findTakenDeadLetter,
    replayDead,
  },
  repeatable: ['complete', 'continueLater', 'retry'],
  acrossOrganisations: [
    'deadLetters',
    'depth',
    'depths',
    'duePatterns',
    'nextDue',
    'complete',
    'continueLater',
    'retry',
    'deadLetter',
    'deadLetterTaken',
    'replayDead',
  ],
});

/** A claim of deliveries from one queue, which serves the organisations in turn. */
export interface Claim {
  readonly event: EventName;
  readonly subscriber: Subscriber;
  /** The organisation at which the last claim from the queue ended; this claim starts after it. */
  readonly after: string;
  readonly limit: number;
  /** The end of the lease, in epoch ms. */
  readonly until: number;
  readonly now: number;
}

/** The outbox in a store of record. Adapters lease deliveries and signal when some are due. */
export abstract class SqlOutbox extends Outbox {
  protected readonly clock: Clock;
  private readonly calls: CallsOf<typeof outbox>;
  /** Maps a pattern to the organisation of the last delivery that the last claim served. */
  private readonly lastServed = new Map<EventPattern, string>();

  constructor(store: SqlStore, clock: Clock) {
    super();
    this.clock = clock;
    this.calls = callsOf(outbox, store);
  }

  async claim(patterns: readonly EventPattern[], limit: number, leaseMs: number): Promise<Delivery[]> {
    const claimed: Delivery[] = [];
    for (const pattern of patterns) claimed.push(...(await this.claimOf(pattern, limit - claimed.length, leaseMs)));
    return claimed;
  }

  complete(ids: readonly string[]): Promise<void> {
    return this.calls.complete({ ids });
  }

  continueLater(id: string): Promise<void> {
    return this.calls.continueLater({ id });
  }

  retry(id: string, afterMs: number, reason: string): Promise<void> {
    return this.calls.retry({ id, afterMs, reason });
  }

  deadLetter(id: string, reason: string): Promise<void> {
    return this.calls.deadLetter({ id, reason });
  }

  deadLetterTaken(delivery: Delivery, reason: string): Promise<void> {
    return this.calls.deadLetterTaken({ delivery, reason });
  }

  deadLetters(orgId: OrgId, page: { after?: string | undefined; limit: number }) {
    return this.calls.deadLetters({ orgId, ...page });
  }

  /**
   * Replays the dead letters that exist at this call. A delivery that is given up during the call waits for the next
   * replay.
   */
  async replayDead({ orgId, principalId }: Author, ids?: readonly string[]): Promise<number> {
    const command = { author: { orgId, principalId }, ids, until: this.clock.now(), limit: REPLAYED_AT_ONCE };
    let replayed = 0;
    for (let page = REPLAYED_AT_ONCE; page === REPLAYED_AT_ONCE; replayed += page)
      page = await this.calls.replayDead(command);
    return replayed;
  }

  depth(): Promise<{ waiting: number; dead: number; oldestMs: number }> {
    return this.calls.depth();
  }

  depths(): Promise<QueueDepth[]> {
    return this.calls.depths();
  }

  duePatterns(patterns: readonly EventPattern[]): Promise<EventPattern[]> {
    return this.calls.duePatterns({ patterns });
  }

  protected nextDue(): Promise<number | undefined> {
    return this.calls.nextDue();
  }

  /** Leases deliveries that are due, the oldest first. */
  protected abstract lease(claim: Claim): Promise<Delivery[]>;

  private async claimOf(pattern: EventPattern, limit: number, leaseMs: number): Promise<Delivery[]> {
    if (limit <= 0) return [];
    const now = this.clock.now();
    const after = this.lastServed.get(pattern) ?? NIL;
    const claimed = await this.lease({ ...eventPartsOf(pattern), after, limit, until: now + leaseMs, now });
    const last = claimed.at(-1);
    if (last) this.lastServed.set(pattern, last.payload.orgId);
    return claimed;
  }
}
