import { prepared } from '@cairn/adapter-sql';
import type { IndexState, IndexTarget } from '@cairn/contracts';
import type { Pointer } from '@cairn/ports';
import type { Database } from '../sqlite/database.ts';
import { queries } from '../sqlite/dialect.ts';

const insertState = prepared<{
  seq: number;
  target: IndexTarget;
  org: string;
  version: number;
  status: 'pending' | 'indexed';
  now: number;
}>()((place) =>
  queries.insertInto('index_state').values({
    item_seq: place('seq'),
    target: place('target'),
    org_id: place('org'),
    version: place('version'),
    status: place('status'),
    since: place('now'),
    behind_since: place('now'),
  }),
);

const statesOf = prepared<{ seq: number }>()((place) =>
  queries.selectFrom('index_state').select(['target', 'status']).where('item_seq', '=', place('seq')),
);

const targetState = prepared<Pointer & { target: IndexTarget }>()((place) =>
  queries
    .selectFrom('item')
    .innerJoin('index_state', 'index_state.item_seq', 'item.seq')
    .select(['item.seq', 'item.version as wanted', 'index_state.version as present'])
    .where('item.id', '=', place('id'))
    .where('item.org_id', '=', place('orgId'))
    .where('item.kind', '=', place('kind'))
    .where('index_state.target', '=', place('target')),
);

const setState = prepared<{ seq: number; target: IndexTarget; version: number; status: 'pending' | 'indexed' }>()(
  (place) =>
    queries
      .updateTable('index_state')
      .set({ version: place('version'), status: place('status') })
      .where('item_seq', '=', place('seq'))
      .where('target', '=', place('target')),
);

const reopenState = prepared<{ seq: number; target: IndexTarget; now: number }>()((place) =>
  queries
    .updateTable('index_state')
    .set({ status: 'pending', since: place('now'), behind_since: place('now') })
    .where('item_seq', '=', place('seq'))
    .where('target', '=', place('target')),
);

const seqOf = prepared<Pointer>()((place) =>
  queries
    .selectFrom('item')
    .select('seq')
    .where('id', '=', place('id'))
    .where('org_id', '=', place('orgId'))
    .where('kind', '=', place('kind')),
);

/** The words of an item are in the index with its own commit; its vectors follow. */
export function startIndexStates(
  db: Database,
  item: { seq: number; orgId: string; version: number },
  now: number,
): IndexState {
  const { seq, orgId: org, version } = item;
  db.run(insertState, { seq, target: 'words', org, version, status: 'indexed', now });
  db.run(insertState, { seq, target: 'vectors', org, version: 0, status: 'pending', now });
  return { words: 'indexed', vectors: 'pending' };
}

/** The words of a forgotten item are gone with its own commit; its vectors follow. */
export function reopenIndexStates(db: Database, { seq, version }: { seq: number; version: number }, now: number): void {
  db.run(setState, { seq, target: 'words', version, status: 'indexed' });
  db.run(reopenState, { seq, target: 'vectors', now });
}

export function indexStateOf(db: Database, seq: number): IndexState {
  const states: IndexState = { words: 'pending', vectors: 'pending' };
  for (const { target, status } of db.all(statesOf, { seq })) states[target as IndexTarget] = status;
  return states;
}

/** In the order of the pointers; what is unknown is pending for ever. */
export function indexStates(db: Database, pointers: readonly Pointer[]): IndexState[] {
  return pointers.map((pointer) => indexStateOf(db, db.get(seqOf, pointer)?.seq ?? 0));
}

export function markIndexed(db: Database, pointer: Pointer, target: IndexTarget, version: number): void {
  const state = db.get(targetState, { ...pointer, target });
  if (!state || version <= state.present) return;
  const status = version >= state.wanted ? 'indexed' : 'pending';
  db.run(setState, { seq: state.seq, target, version, status });
}

const switchOff = prepared<{ seq: number; target: IndexTarget }>()((place) =>
  queries
    .updateTable('index_state')
    .set({ status: 'off' })
    .where('item_seq', '=', place('seq'))
    .where('target', '=', place('target'))
    .where('status', '=', 'pending'),
);

export function markOff(db: Database, pointer: Pointer, target: IndexTarget, version: number): void {
  const state = db.get(targetState, { ...pointer, target });
  if (state && version >= state.wanted) db.run(switchOff, { seq: state.seq, target });
}
