import {
  forgottenSession,
  insertItem,
  sourceLinkQueries,
  originsOf,
  prepared,
  reader,
  readerOf,
  type Author,
  type ItemToInsert,
  type NewItemRow,
  type StoreWriteSession,
} from '@cairn/adapter-sql';
import type { Database } from '../sqlite/database.ts';
import { queries, sqlite } from '../sqlite/dialect.ts';
import { addSpeaker } from './speaker-commands.ts';

const { insertOrigin } = sourceLinkQueries(sqlite);

/** One after the other: a statement is a function call here. `session` is of the same transaction. */
export async function insertItems(
  db: Database,
  session: StoreWriteSession,
  items: readonly ItemToInsert[],
  author: Author,
): Promise<Set<string>> {
  const written = new Set<string>();
  for (const { row: given, features } of items) {
    const row = withTurn(db, given);
    const stored = db.get(insertItem(sqlite), row);
    if (!stored) continue;
    await keepBeside(db, session, { row, features, seq: stored.seq }, author);
    written.add(row.id);
  }
  return written;
}

async function keepBeside(
  db: Database,
  session: StoreWriteSession,
  { row, features, seq }: ItemToInsert & { readonly seq: number },
  author: Author,
): Promise<void> {
  const { kind, id, version } = row;
  addSpeaker(db, row);
  for (const origin of originsOf(row)) db.run(insertOrigin, origin);
  await session.itemStored({ ...row, seq }, { text: 'new', features });
  await session.audit({ author, action: 'write', kind, id, version });
}

const lastTurn = prepared<{ org: string; sessionKey: string; forgotten: string; reader: string }>()((place) =>
  queries
    .selectFrom('item')
    .select((eb) => eb.fn.max('turn').as('turn'))
    .where('org_id', '=', place('org'))
    .where((eb) =>
      eb.or([
        eb.and([eb('session_key', '=', place('sessionKey')), eb(reader(), '=', place('reader'))]),
        eb('session_key', '=', place('forgotten')),
      ]),
    ),
);

/** Counted among what has the same readers. Tombstones keep their turns, so a turn is never given twice. */
function withTurn(db: Database, row: NewItemRow): NewItemRow {
  if (row.kind !== 'message') return row;
  const { org_id: org, session_key: sessionKey } = row;
  if (sessionKey === null || sessionKey === undefined) return { ...row, turn: 0 };
  const circle = readerOf(row);
  const forgotten = forgottenSession(org, circle, sessionKey);
  const last = db.get(lastTurn, { org, sessionKey, forgotten, reader: circle })?.turn;
  return { ...row, turn: (last ?? -1) + 1 };
}
