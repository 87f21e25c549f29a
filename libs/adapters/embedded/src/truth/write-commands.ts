import {
  announcementOf,
  answerQueries,
  auditing,
  erasedOf,
  forgettingRows,
  forgottenSession,
  firstAnswer,
  itemColumns,
  itemOf,
  itemQueries,
  lineageQueries,
  mergePlaceOf,
  originsOf,
  ownIdIn,
  prepared,
  presentColumns,
  reader,
  readerOf,
  readingQuery,
  readingValues,
  receiptOfPresent,
  requireMayForget,
  requireSame,
  rowOf,
  visible,
  type Act,
  type AnswerKey,
  type Author,
  type Forgetter,
  type ItemRow,
  type MergePlace,
  type NewItemRow,
  type Present,
  type ReadAnew,
  type ScopeFields,
} from '@cairn/adapter-sql';
import type { ItemId, ItemKind, Receipt } from '@cairn/contracts';
import type { Idempotency, NewItem } from '@cairn/ports';
import { sql } from 'kysely';
import type { Database } from '../sqlite/database.ts';
import { queries, sqlite } from '../sqlite/dialect.ts';
import type { PackedListing } from '../words/packed-listing.ts';
import { indexWordsInTransaction, removeWordsInTransaction } from '../words/words-commands.ts';
import { forgetCalls, hearCalls } from './alias-commands.ts';
import { forgetEmbedding } from './embedding-commands.ts';
import { indexStateOf, reopenIndexStates, startIndexStates } from './index-states.ts';
import { announce, forgetReasons } from './outbox-commands.ts';
import { addSpeaker, removeSpeaker } from './speaker-commands.ts';

const { findAnswer } = answerQueries(sqlite);
const { insertOrigin, forgetOrigins } = lineageQueries(sqlite);
const readingOfItem = readingQuery(sqlite);
const { byPointer } = itemQueries(sqlite);

export interface WriteCommand {
  readonly author: Author;
  readonly items: readonly NewItem[];
  /** What was read of each before, if they are long. */
  readonly words?: readonly PackedListing[] | undefined;
  readonly idempotency?: Idempotency | undefined;
  readonly now: number;
  /** W3C traceparent, if the write is traced. */
  readonly trace?: string | undefined;
}

/** All of it is one savepoint: an item that is refused takes the others back with it. */
export function writeItems(db: Database, command: WriteCommand): Receipt[] {
  const earlier = findEarlierAnswer(db, command);
  if (earlier) return earlier;
  const receipts = command.items.map((item, place) =>
    writeItem(db, item, { ...command, words: command.words?.[place] }),
  );
  keepAnswer(db, command, receipts);
  return receipts;
}

function findEarlierAnswer(db: Database, { author, idempotency }: WriteCommand): Receipt[] | undefined {
  if (!idempotency) return undefined;
  const found = db.get(findAnswer, { org: author.orgId, principal: author.principalId, key: idempotency.key });
  return found && firstAnswer(found, idempotency);
}

const insertAnswer = prepared<AnswerKey & { hash: string; receipts: string; now: number }>()((place) =>
  queries.insertInto('idempotency').values({
    org_id: place('org'),
    principal_id: place('principal'),
    key: place('key'),
    request_hash: place('hash'),
    receipts: place('receipts'),
    created_at: place('now'),
  }),
);

function keepAnswer(db: Database, { author, idempotency, now }: WriteCommand, receipts: readonly Receipt[]): void {
  if (!idempotency) return;
  const key = { org: author.orgId, principal: author.principalId, key: idempotency.key };
  db.run(insertAnswer, { ...key, hash: idempotency.requestHash, receipts: JSON.stringify(receipts), now });
}

type ItemCommand = Omit<WriteCommand, 'words'> & { readonly words: PackedListing | undefined };

function writeItem(db: Database, item: NewItem, command: ItemCommand): Receipt {
  const { author } = command;
  const present = findByExternalId(db, item, author) ?? findByMergeKey(db, item, author);
  return present ? receiptOfPresent(present, indexStateOf(db, present.seq)) : insertItem(db, item, command);
}

const byExternalId = prepared<SamePlace & { externalId: string }>()((place) =>
  queries
    .selectFrom('item')
    .select(presentColumns)
    .where('org_id', '=', place('org'))
    .where('kind', '=', place('kind'))
    .where('source', '=', place('source'))
    .where('external_id', '=', place('externalId'))
    .where(reader(), '=', place('reader')),
);

/** Where an external id names one item. */
interface SamePlace {
  readonly org: string;
  readonly kind: ItemKind;
  readonly source: string;
  readonly reader: string;
}

const byOwnId = prepared<SamePlace & { id: string }>()((place) =>
  queries
    .selectFrom('item')
    .select(presentColumns)
    .where('id', '=', place('id'))
    .where('org_id', '=', place('org'))
    .where('kind', '=', place('kind'))
    .where('source', '=', place('source'))
    .where('external_id', 'is', null)
    .where(reader(), '=', place('reader'))
    .where('state', '!=', 'deleted'),
);

function findByExternalId(db: Database, item: NewItem, author: Author): Present | undefined {
  const { source, externalId } = item.input;
  if (externalId === undefined) return undefined;
  const where = { org: author.orgId, kind: item.kind, source, reader: readerOf(rowOf(item, author, 0, null)) };
  const id = ownIdIn(externalId);
  const present = db.get(byExternalId, { ...where, externalId }) ?? (id && db.get(byOwnId, { ...where, id }));
  if (present) requireSame(present, item, { author, row: () => rowOfPresent(db, present, author) });
  return present;
}

const rowOfPresent = (db: Database, { kind, id }: Present, { orgId }: Author): ItemRow | undefined =>
  db.get(byPointer, { orgId, kind, id: id as ItemId });

const byMergeKey = prepared<MergePlace & { org: string }>()((place) =>
  queries
    .selectFrom('item')
    .select(presentColumns)
    .where('org_id', '=', place('org'))
    .where('merge_key', '=', place('mergeKey'))
    .where('visibility', '=', place('visibility'))
    .where(sql`coalesce(channel, '')`, '=', place('channel'))
    .where(sql`case visibility when 'private' then principal_id else '' end`, '=', place('owner')),
);

function findByMergeKey(db: Database, item: NewItem, author: Author): Present | undefined {
  const place = mergePlaceOf(item, author);
  return place && db.get(byMergeKey, { org: author.orgId, ...place });
}

const insertRow = prepared<NewItemRow>()((place) =>
  queries
    .insertInto('item')
    .values(Object.fromEntries(itemColumns.map((column) => [column, place(column)])) as unknown as NewItemRow),
);

function insertItem(db: Database, item: NewItem, { author, now, trace, words }: ItemCommand): Receipt {
  const row = withTurn(db, rowOf(item, author, now, null));
  const seq = db.run(insertRow, row).lastSeq;
  const written = { seq, orgId: author.orgId, kind: item.kind, id: item.id, version: 1 };
  if (item.kind === 'message') addSpeaker(db, row);
  hearCalls(db, item, row);
  for (const origin of originsOf(row)) db.run(insertOrigin, origin);
  indexWordsInTransaction(db, itemOf({ ...row, seq } as ItemRow), words);
  const index = startIndexStates(db, written, now);
  announce(db, announcementOf({ ...written, trace }), now);
  record(db, 'write', written, author, now);
  return { kind: item.kind, id: item.id, version: 1, state: 'active', created: true, index };
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

type Audited = Omit<Act, 'author'> & Author;

const insertAudit = prepared<Audited>()((place) =>
  auditing(sqlite, {
    author: { orgId: place('orgId'), principalId: place('principalId') },
    action: place('action'),
    kind: place('kind'),
    id: place('id'),
    version: place('version'),
    now: place('now'),
  }),
);

function record(
  db: Database,
  action: 'write' | 'forget',
  { kind, id, version }: { kind: ItemKind; id: string; version: number },
  author: Author,
  now: number,
): void {
  const { orgId, principalId } = author;
  db.run(insertAudit, { orgId, principalId, action, kind, id, version, now });
}

export interface ForgetCommand {
  readonly scope: ScopeFields;
  readonly author: Forgetter;
  readonly kind: ItemKind;
  readonly id: ItemId;
  readonly now: number;
  readonly trace?: string | undefined;
}

/** Leaves a tombstone: id, version and place stay, all text goes, from the indexes of this file too. */
export function forgetItem(db: Database, { scope, author, kind, id, now, trace }: ForgetCommand): boolean {
  const row = db.get(
    queries.selectFrom('item').selectAll().where('id', '=', id).where('kind', '=', kind).where(visible(scope)),
  );
  if (!row) return false;
  requireMayForget(row, author);
  const written = { seq: row.seq, orgId: scope.orgId, kind, id, version: row.version + 1 };
  const tombstone = { ...erasedOf(row), state: 'deleted', version: written.version, deleted_at: now } as const;
  removeWordsInTransaction(db, { orgId: scope.orgId, kind, id }, written.version);
  db.run(queries.updateTable('item').set(tombstone).where('seq', '=', row.seq));
  removeSpeaker(db, row);
  forgetCalls(db, row);
  forgetEmbedding(db, row.seq);
  db.run(forgetOrigins, { id });
  for (const removal of forgettingRows(sqlite, { orgId: scope.orgId, id })) db.run(removal);
  reopenIndexStates(db, written, now);
  announce(db, announcementOf({ ...written, trace }), now);
  record(db, 'forget', written, author, now);
  forgetReasons(db, id);
  db.notices.add('erased');
  return true;
}

export function keepReading(db: Database, read: ReadAnew): void {
  db.run(readingOfItem, readingValues(read));
}
