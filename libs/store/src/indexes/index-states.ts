import type { IndexState, Subscriber, OrgId } from '@cairn/contracts';
import type { Pointer } from '@cairn/ports';
import { sql } from 'kysely';
import { fieldsOf, type ScopeFields } from '../kit/conditions.ts';
import { announcementOf, LOOKS_PER_EVENT, oldestPending, outboxRowOf, type Pending } from '../kit/deliveries.ts';
import { ofDialect, type Dialect } from '../kit/dialect.ts';
import { givenRows } from '../kit/given-rows.ts';
import { forEachGiven } from '../kit/for-each-given.ts';
import { noteOlderItems } from './older-items.ts';
import { indexStateOfRow, indexStatuses, type Statuses } from '../items/item-queries.ts';
import { prepared, statementOf } from '../kit/prepared.ts';
import { behindQueries } from './maintenance.ts';
import { settleAbandoned } from '../notes/note-sections.ts';
import { deliverRows } from '../kit/announce.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';
import { feature, type CallsOf } from '../kit/feature.ts';

/** A report that a derived store (`target`) has processed an item at this version. */
export interface Indexed {
  readonly pointer: Pointer;
  readonly target: Subscriber;
  readonly version: number;
}

const itemColumns = { id: 'uuid', kind: 'text', orgId: 'uuid' } as const;
const markColumns = { ...itemColumns, target: 'text', version: 'int' } as const;
const stateColumns = { seq: 'bigint', target: 'text' } as const;

/**
 * SQL for the item version that an index must reach. Postgres keeps a copy of the version in `index_state`, so that a
 * worker that reports its progress and a concurrent writer of the item change the same row.
 */
const wantedColumns = {
  sqlite: { column: '', value: '', inRow: 'item.version', becomes: 'excluded.status' },
  postgres: {
    column: 'wanted,',
    value: 'item.version,',
    inRow: 'index_state.wanted',
    becomes: `case when index_state.wanted <= excluded.version then 'indexed' else 'pending' end`,
  },
} as const;

const queriesOf = ofDialect((dialect) => ({
  mark: markQuery(dialect),
  switchOff: statementOf<Pointer & { target: Subscriber; version: number }>(dialect)(
    (place) => sql`
      update index_state set status = 'off' from item
      where item.id = ${place('id')} and item.kind = ${place('kind')} and item.org_id = ${place('orgId')}
        and index_state.item_seq = item.seq and index_state.target = ${place('target')}
        and status = 'pending' and ${sql.raw(wantedColumns[dialect.name].inRow)} <= ${place('version')}`,
  ),
  states: forEachGiven<object, Statuses>(dialect, {
    columns: itemColumns,
    rows: (_place, given) => sql<Statuses>`
      select ${sql.join(indexStatuses)} from (select (select seq from item as one where one.id = ${given('id')}
        and one.org_id = ${given('orgId')} and one.kind = ${given('kind')}) as seq) as item`,
  }),
  waitingLongest: prepared<Pending>()((place) =>
    oldestPending(dialect, place).$if(dialect.name === 'postgres', (query) =>
      // Skips locked rows, so that two concurrent sweepers process different items.
      query.forUpdate('index_state').skipLocked(),
    ),
  ),
  touch: statementOf<{ looked: string; now: number }>(dialect)((place) => {
    const { from, column } = givenRows(dialect, place('looked'), stateColumns);
    return sql`update index_state set since = ${place('now')}
      where (item_seq, target) in (select ${column('seq')}, ${column('target')} from ${from})`;
  }),
}));

/**
 * Compares only columns of the changed row, so that a concurrent change of the item is never overlooked. If an item has
 * no state, inserts it; a concurrent change of the item inserts the same row, so that the later of the two transactions
 * waits.
 */
const markQuery = (dialect: Dialect) =>
  statementOf<{ marks: string }>(dialect)((place) => {
    const { from, column } = givenRows(dialect, place('marks'), markColumns);
    const own = wantedColumns[dialect.name];
    return sql`
      insert into index_state (item_seq, target, org_id, ${sql.raw(own.column)} version, status, since, behind_since)
      select item.seq, ${column('target')}, item.org_id, ${sql.raw(own.value)} ${column('version')},
        case when item.version <= ${column('version')} then 'indexed' else 'pending' end, item.created_at, item.created_at
      from ${from} cross join item
      where item.id = ${column('id')} and item.kind = ${column('kind')} and item.org_id = ${column('orgId')}
      order by item.seq, 2
      on conflict (item_seq, target) do update set version = excluded.version, status = ${sql.raw(own.becomes)}
      where index_state.version < excluded.version`;
  });

/** Marks items of one organisation as indexed. */
async function markIndexed(
  tx: Transaction,
  { indexed }: { readonly orgId: OrgId; readonly indexed: readonly Indexed[] },
): Promise<undefined[]> {
  const marks = newestOfEach(indexed).map(({ pointer: { id, kind, orgId }, ...mark }) => ({
    id,
    kind,
    orgId,
    ...mark,
  }));
  await tx.run(queriesOf(tx.dialect).mark, { marks: JSON.stringify(marks) });
  return indexed.map(() => undefined);
}

/** Keeps only the newest mark for each item and target: one statement would apply several marks of a row in any order. */
function newestOfEach(all: readonly Indexed[]): Indexed[] {
  const oldestFirst = all.toSorted((a, b) => a.version - b.version);
  return [
    ...new Map(oldestFirst.map((each) => [`${each.target} ${each.pointer.kind} ${each.pointer.id}`, each])).values(),
  ];
}

async function markOff(tx: Transaction, mark: Pointer & Omit<Indexed, 'pointer'>): Promise<void> {
  await tx.run(queriesOf(tx.dialect).switchOff, mark);
}

/** Reads index states in the order of the pointers; an unknown item counts as pending. */
async function findIndexStates(
  tx: ReadTransaction,
  { pointers }: { readonly pointers: readonly Pointer[] },
): Promise<IndexState[]> {
  const given = pointers.map(({ id, kind, orgId }) => ({ id, kind, orgId }));
  return (await queriesOf(tx.dialect).states(tx, {}, given)).map(indexStateOfRow);
}

interface BehindQuery {
  readonly scope: ScopeFields;
  readonly target: Subscriber;
  readonly olderThanMs: number;
}

async function isBehind(tx: ReadTransaction, { scope, target, olderThanMs }: BehindQuery): Promise<boolean> {
  const values = { ...fieldsOf(scope), target, before: tx.now - olderThanMs };
  return (await tx.get(behindQueries(tx.dialect), values)) !== undefined;
}

/**
 * Queues items whose index is behind. Skips an item with a delivery that waits or is being handled, since its work would be
 * done twice.
 */
async function requeueLagging(
  tx: Transaction,
  { olderThanMs, limit }: { readonly olderThanMs: number; readonly limit: number },
): Promise<number> {
  const { now, dialect } = tx;
  const { subscribers } = tx.context;
  await settleAbandoned(tx);
  const { waitingLongest, touch } = queriesOf(dialect);
  await noteOlderItems(tx, { subscriptions: subscribers.subscriptions, olderThanMs, limit });
  const pending = await tx.all(waitingLongest, { since: now - olderThanMs, limit: limit * LOOKS_PER_EVENT });
  const lagging = pending.filter(({ isWaiting }) => !isWaiting).slice(0, limit);
  const looked = [...lagging, ...pending.filter(({ isWaiting }) => isWaiting)];
  if (looked.length === 0) return 0;
  const events = lagging.map(({ target, ...written }) =>
    outboxRowOf(announcementOf(written), { subscriber: target, eventsOfWrite: lagging.length }, now),
  );
  await deliverRows(tx, events);
  await tx.run(touch, { looked: JSON.stringify(looked.map(({ seq, target }) => ({ seq, target }))), now });
  return lagging.length;
}

export const indexStates = feature('index-states', {
  tables: [],
  reads: { states: findIndexStates, isBehind },
  writes: { markIndexed, markOff, requeueLagging },
  repeatable: ['markIndexed', 'markOff', 'requeueLagging'],
  acrossOrganisations: ['states', 'requeueLagging'],
});
export type IndexStates = CallsOf<typeof indexStates>;
