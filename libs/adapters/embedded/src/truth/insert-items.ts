import {
  audienceSql,
  audienceOf,
  auditActs,
  forgottenSessionKey,
  insertItem,
  sourceLinkQueries,
  originsOf,
  prepared,
  storeItems,
  type Author,
  type ItemRow,
  type ItemToInsert,
  type NewItemRow,
  type StoredItem,
  type Transaction,
} from '@cairn/store';
import type { Database } from '../sqlite/database.ts';
import { queries, sqlite } from '../sqlite/dialect.ts';
import { addSpeaker } from './speaker-commands.ts';

const { insertOrigin } = sourceLinkQueries(sqlite);

/**
 * Inserts the rows of items one by one, since a statement in this process costs as little as a function call, and then all that
 * belongs to them. `tx` must be the transaction of `db`.
 */
export async function insertItems(
  db: Database,
  tx: Transaction,
  items: readonly ItemToInsert[],
  author: Author,
): Promise<Set<string>> {
  const stored = items.flatMap(({ row, features }): StoredItem[] => {
    const inserted = insertRow(db, row);
    return inserted ? [{ row: inserted, text: 'new', features }] : [];
  });
  await storeItems(tx, stored, items.length);
  await auditActs(
    tx,
    ...stored.map(({ row: { kind, id, version } }) => ({ author, action: 'write', kind, id, version }) as const),
  );
  return new Set(stored.map(({ row }) => row.id));
}

/** Inserts the row of an item, its speaker and its origins. Returns undefined if the item exists. */
function insertRow(db: Database, given: NewItemRow): ItemRow | undefined {
  const row = withTurn(db, given);
  const inserted = db.get(insertItem(sqlite), row);
  if (!inserted) return undefined;
  addSpeaker(db, row);
  for (const origin of originsOf(row)) db.run(insertOrigin, origin);
  return { ...row, seq: inserted.seq };
}

interface SessionAudience {
  readonly org: string;
  readonly sessionKey: string;
  /** Audience of the messages, as `audienceOf` returns it. */
  readonly audience: string;
}

/** Finds the last turn by reading one entry of `item_by_turn`, so that it takes the same time however much is stored. */
const lastTurn = prepared<SessionAudience>()((place) =>
  queries
    .selectFrom('item')
    .select((eb) => eb.fn.max('turn').as('turn'))
    .where('org_id', '=', place('org'))
    .where('session_key', '=', place('sessionKey'))
    .where((eb) => eb(audienceSql(), '=', place('audience'))),
);

/**
 * Numbers turns within an audience, so that a turn reveals nothing about a closed channel. Tombstones keep their turns,
 * so that no turn is used twice. Tombstones are read by a separate query, since one query for messages and tombstones
 * would scan the whole organisation.
 */
function withTurn(db: Database, row: NewItemRow): NewItemRow {
  if (row.kind !== 'message') return row;
  const { org_id: org, session_key: sessionKey } = row;
  if (sessionKey === null || sessionKey === undefined) return { ...row, turn: 0 };
  const last = [
    { org, sessionKey, audience: audienceOf(row) },
    audienceOfTombstone({ ...row, session_key: sessionKey }),
  ].map((session) => db.get(lastTurn, session)?.turn ?? -1);
  return { ...row, turn: Math.max(...last) + 1 };
}

/** Returns the audience of a session's tombstones, which keep no channel. */
function audienceOfTombstone(row: NewItemRow & { readonly session_key: string }): SessionAudience {
  const { org_id: org, session_key: sessionKey } = row;
  return {
    org,
    sessionKey: forgottenSessionKey(org, audienceOf(row), sessionKey),
    audience: audienceOf({ ...row, channel: null }),
  };
}
