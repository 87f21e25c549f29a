import {
  announcementOf,
  answerQueries,
  auditing,
  conflictsOf,
  declaredQueries,
  declaredRowsOf,
  factOf,
  factQueries,
  factTaken,
  forgottenSession,
  firstAnswer,
  itemColumns,
  itemOf,
  itemQueries,
  joinEvidence,
  lineageQueries,
  markQueries,
  MarksOf,
  mergePlaceOf,
  originsOf,
  ownIdIn,
  prepared,
  presentColumns,
  reader,
  readerOf,
  receiptOfPresent,
  requireSame,
  rowOf,
  withConflicts,
  type Act,
  type ActOccasion,
  type AnswerKey,
  type Author,
  type ItemRow,
  type MergePlace,
  type NewItemRow,
  type Present,
  type StoreWriteSession,
} from '@cairn/adapter-sql';
import type { ItemId, ItemKind, KeyId, Receipt } from '@cairn/contracts';
import type { Again, Idempotency, NewItem } from '@cairn/ports';
import { sql } from 'kysely';
import type { Database } from '../sqlite/database.ts';
import { queries, sqlite } from '../sqlite/dialect.ts';
import type { PackedListing } from '../words/packed-listing.ts';
import { indexWordsInTransaction } from '../words/words-commands.ts';
import { indexStateOf, startIndexStates } from './index-states.ts';
import { announce } from './outbox-commands.ts';
import { addSpeaker } from './speaker-commands.ts';

const { findAnswer } = answerQueries(sqlite);
const { insertOrigin } = lineageQueries(sqlite);
const marks = markQueries(sqlite);
const { byPointer } = itemQueries(sqlite);

export interface WriteCommand {
  readonly author: Author;
  readonly items: readonly NewItem[];
  /** What was read of each before, if they are long. */
  readonly words?: readonly PackedListing[] | undefined;
  readonly idempotency?: Idempotency | undefined;
  readonly again?: Again | undefined;
  readonly now: number;
  /** W3C traceparent, if the write is traced. */
  readonly trace?: string | undefined;
  /** The id of the request, for the audit. */
  readonly request?: string | undefined;
}

/** All of it is one savepoint: an item that is refused takes the others back with it. `session` is of the same transaction. */
export async function writeItems(db: Database, command: WriteCommand, session: StoreWriteSession): Promise<Receipt[]> {
  const earlier = findEarlierAnswer(db, command);
  if (earlier) return earlier;
  requireNotForgotten(db, command);
  const stored: Receipt[] = [];
  for (const [place, item] of command.items.entries())
    stored.push(await writeItem(db, item, { ...command, words: command.words?.[place], session }));
  const conflicts = await conflictsOf(session, command.author, command.items);
  const receipts = stored.map((receipt, place) => withConflicts(receipt, conflicts.get(command.items[place]!.id)));
  keepAnswer(db, command, receipts);
  return receipts;
}

function findEarlierAnswer(db: Database, { author, idempotency }: WriteCommand): Receipt[] | undefined {
  if (!idempotency) return undefined;
  const found = db.get(findAnswer, { org: author.orgId, principal: author.principalId, key: idempotency.key });
  return found && firstAnswer(found, idempotency);
}

/** Of most organisations nothing was forgotten whole, and then there is nothing to look for. */
function requireNotForgotten(db: Database, { author, items, again }: WriteCommand): void {
  const { orgId } = author;
  const kept = db.get(marks.secret, { orgId });
  if (!kept) return;
  const rows = items.map((item) => rowOf(item, author, 0, null));
  const ofRows = new MarksOf(rows, kept.secret);
  const lifted = ofRows.lifted(db.all(marks.found(orgId, [...ofRows.places.keys()])), author, again);
  if (lifted.length > 0) db.run(marks.removal(orgId, lifted));
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

type ItemCommand = Omit<WriteCommand, 'words'> & {
  readonly words: PackedListing | undefined;
  readonly session: StoreWriteSession;
};

async function writeItem(db: Database, item: NewItem, command: ItemCommand): Promise<Receipt> {
  const { author, session } = command;
  const named = findByExternalId(db, item, author);
  const merged = named ? undefined : findByMergeKey(db, item, author);
  const present = named ?? merged;
  if (!present) return insertItem(db, item, command);
  if (declare(db, item, { orgId: author.orgId, id: present.id }))
    announce(db, announcementOf({ ...present, orgId: author.orgId, trace: command.trace }), command.now);
  const joined = merged && (await joinEvidence(session, author, { id: merged.id, row: rowOf(item, author, 0, null) }));
  return receiptOfPresent({ ...present, ...joined }, joined?.index ?? indexStateOf(db, present.seq));
}

const { insert: insertDeclared } = declaredQueries(sqlite);

/** Whether the item declares anything that was not declared before. */
function declare(db: Database, item: NewItem, { orgId, id }: { readonly orgId: string; readonly id: string }): boolean {
  const rows = declaredRowsOf(item, orgId, id);
  return rows.length > 0 && db.all(insertDeclared, { rows: JSON.stringify(rows) }).length > 0;
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

function insertItem(db: Database, item: NewItem, { author, now, trace, request, words }: ItemCommand): Receipt {
  const row = withTurn(db, rowOf(item, author, now, null));
  requireFree(db, row);
  const seq = db.run(insertRow, row).lastSeq;
  const written = { seq, orgId: author.orgId, kind: item.kind, id: item.id, version: 1 };
  if (item.kind === 'message') addSpeaker(db, row);
  for (const origin of originsOf(row)) db.run(insertOrigin, origin);
  declare(db, item, { orgId: author.orgId, id: item.id });
  indexWordsInTransaction(db, itemOf({ ...row, seq } as ItemRow), words);
  const index = startIndexStates(db, written, now);
  announce(db, announcementOf({ ...written, trace }), now);
  record(db, 'write', written, author, { now, request });
  return { kind: item.kind, id: item.id, version: 1, state: 'active', created: true, index };
}

const { teller } = factQueries(sqlite);

function requireFree(db: Database, row: NewItemRow): void {
  const fact = factOf(row);
  const taken = fact && db.get(teller, { ...fact, except: row.id });
  if (taken) throw factTaken(fact, taken.id);
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

type Audited = Omit<Act, 'author'> &
  Pick<Author, 'orgId' | 'principalId'> & { keyId: KeyId | null; now: number; request: string | null };

const insertAudit = prepared<Audited>()((place) =>
  auditing(sqlite, {
    author: { orgId: place('orgId'), principalId: place('principalId'), keyId: place('keyId') as KeyId },
    action: place('action'),
    kind: place('kind'),
    id: place('id'),
    version: place('version'),
    now: place('now'),
    request: place('request') as string,
  }),
);

function record(
  db: Database,
  action: 'write',
  { kind, id, version }: { kind: ItemKind; id: string; version: number },
  { orgId, principalId, keyId }: Author,
  { now, request }: ActOccasion,
): void {
  db.run(insertAudit, {
    orgId,
    principalId,
    keyId: keyId ?? null,
    action,
    kind,
    id,
    version,
    now,
    request: request ?? null,
  });
}
