import { indexStateOfRow, ledgerEntries, prepared, startingState, type PlaceOf } from '@cairn/adapter-sql';
import type { IndexState, ItemKind, Subscriber } from '@cairn/contracts';
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

const statesOf = prepared<{ seq: number }>()((place) =>
  queries.selectFrom('index_state').select(['target', 'status']).where('item_seq', '=', place('seq')),
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
