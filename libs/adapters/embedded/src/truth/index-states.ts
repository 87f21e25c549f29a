import { indexStateOfRow, ledgerEntries, prepared, startingState, type PlaceOf } from '@cairn/adapter-sql';
import type { IndexState, ItemKind, Subscriber } from '@cairn/contracts';
import type { Pointer } from '@cairn/ports';
import { sql } from 'kysely';
import type { Database } from '../sqlite/database.ts';
import { queries } from '../sqlite/dialect.ts';
import { audienceOf } from './outbox-commands.ts';

interface NewState {
  readonly seq: number;
  readonly target: Subscriber;
  readonly org: string;
  readonly version: number;
  readonly status: 'pending' | 'indexed';
  readonly now: number;
}

const stateWith = (place: PlaceOf<NewState>) =>
  queries.insertInto('index_state').values({
    item_seq: place('seq'),
    target: place('target'),
    org_id: place('org'),
    version: place('version'),
    status: place('status'),
    since: place('now'),
    behind_since: place('now'),
  });

const insertState = prepared<NewState>()(stateWith);

/** Of a new version the tracker has what it had. */
const reopenState = prepared<NewState>()((place) =>
  stateWith(place).onConflict((clash) =>
    clash
      .columns(['item_seq', 'target'])
      .doUpdateSet({ status: place('status'), since: place('now'), behind_since: place('now') }),
  ),
);

const setState = prepared<NewState>()((place) =>
  stateWith(place).onConflict((clash) =>
    clash.columns(['item_seq', 'target']).doUpdateSet({ version: place('version'), status: place('status') }),
  ),
);

const statesOf = prepared<{ seq: number }>()((place) =>
  queries.selectFrom('index_state').select(['target', 'status']).where('item_seq', '=', place('seq')),
);

const targetState = prepared<Pointer & { target: Subscriber }>()((place) =>
  queries
    .selectFrom('item')
    .leftJoin('index_state', (join) =>
      join.onRef('index_state.item_seq', '=', 'item.seq').on('index_state.target', '=', place('target')),
    )
    .select(['item.seq', 'item.org_id as org', 'item.created_at as createdAt', 'item.version as wanted'])
    .select((eb) => eb.fn.coalesce('index_state.version', sql.lit(0)).as('present'))
    .where('item.id', '=', place('id'))
    .where('item.org_id', '=', place('orgId'))
    .where('item.kind', '=', place('kind')),
);

const seqOf = prepared<Pointer>()((place) =>
  queries
    .selectFrom('item')
    .select('seq')
    .where('id', '=', place('id'))
    .where('org_id', '=', place('orgId'))
    .where('kind', '=', place('kind')),
);

interface Ledgered {
  readonly seq: number;
  readonly orgId: string;
  readonly kind: ItemKind;
  readonly version: number;
}

/** The words of an item are in the index with its own commit; who else tracks it follows. */
export function startIndexStates(db: Database, item: Ledgered, now: number): IndexState {
  for (const state of statesAtOnce(db, item, now)) db.run(insertState, state);
  return startingState(audienceOf(db));
}

/** What the commit serves has the new version; the others are to. */
export function reopenIndexStates(db: Database, item: Ledgered, now: number): void {
  for (const state of statesAtOnce(db, item, now)) db.run(state.status === 'indexed' ? setState : reopenState, state);
}

const statesAtOnce = (db: Database, { seq, orgId: org, kind, version }: Ledgered, now: number): NewState[] =>
  ledgerEntries(audienceOf(db), version)
    .filter((entry) => entry.kind === kind)
    .map(({ subscriber: target, ...entry }) => ({
      seq,
      org,
      target,
      version: entry.version,
      status: entry.status,
      now,
    }));

export function indexStateOf(db: Database, seq: number): IndexState {
  const found = new Map(db.all(statesOf, { seq }).map(({ target, status }) => [target, status]));
  return indexStateOfRow({ words: found.get('words') ?? null, vectors: found.get('vectors') ?? null });
}

/** In the order of the pointers; what is unknown is pending for ever. */
export function indexStates(db: Database, pointers: readonly Pointer[]): IndexState[] {
  return pointers.map((pointer) => indexStateOf(db, db.get(seqOf, pointer)?.seq ?? 0));
}

/** Of an item of which nothing was noted, too. */
export function markIndexed(db: Database, pointer: Pointer, target: Subscriber, version: number): void {
  const state = db.get(targetState, { ...pointer, target });
  if (!state || version <= state.present) return;
  const status = version >= state.wanted ? 'indexed' : 'pending';
  db.run(setState, { seq: state.seq, target, org: state.org, version, status, now: state.createdAt });
}

const switchOff = prepared<{ seq: number; target: Subscriber }>()((place) =>
  queries
    .updateTable('index_state')
    .set({ status: 'off' })
    .where('item_seq', '=', place('seq'))
    .where('target', '=', place('target'))
    .where('status', '=', 'pending'),
);

export function markOff(db: Database, pointer: Pointer, target: Subscriber, version: number): void {
  const state = db.get(targetState, { ...pointer, target });
  if (state && version >= state.wanted) db.run(switchOff, { seq: state.seq, target });
}
