import {
  audienceSql,
  audienceOf,
  auditActs,
  forgottenSessionKey,
  insertItem,
  sourceLinkQueries,
  originsOf,
  prepared,
  storeItem,
  type Author,
  type ItemToInsert,
  type NewItemRow,
  type Transaction,
} from '@cairn/store';
import type { Database } from '../sqlite/database.ts';
import { queries, sqlite } from '../sqlite/dialect.ts';
import { addSpeaker } from './speaker-commands.ts';

const { insertOrigin } = sourceLinkQueries(sqlite);

/**
 * Inserts items one by one, since a statement in this process costs as little as a function call. `tx` must be the
 * transaction of `db`.
 */
export async function insertItems(
  db: Database,
  tx: Transaction,
  items: readonly ItemToInsert[],
  author: Author,
): Promise<Set<string>> {
  const written = new Set<string>();
  for (const { row: given, features } of items) {
    const row = withTurn(db, given);
    const stored = db.get(insertItem(sqlite), row);
    if (!stored) continue;
    await keepBeside(db, tx, { row, features, seq: stored.seq, itemsOfWrite: items.length }, author);
    written.add(row.id);
  }
  return written;
}

async function keepBeside(
  db: Database,
  tx: Transaction,
  { row, features, seq, itemsOfWrite }: ItemToInsert & { readonly seq: number; readonly itemsOfWrite: number },
  author: Author,
): Promise<void> {
  const { kind, id, version } = row;
  addSpeaker(db, row);
  for (const origin of originsOf(row)) db.run(insertOrigin, origin);
  await storeItem(tx, { ...row, seq }, { text: 'new', features }, itemsOfWrite);
  await auditActs(tx, { author, action: 'write', kind, id, version });
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
