import {
  answerQueries,
  auditing,
  erased,
  firstAnswer,
  itemColumns,
  itemOf,
  lineageQueries,
  mergePlaceOf,
  originsOf,
  prepared,
  presentColumns,
  readingQuery,
  readingValues,
  receiptOfPresent,
  requireSame,
  rowOf,
  visible,
  type Act,
  type AnswerKey,
  type Author,
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
import { indexWordsInTransaction, removeWordsInTransaction } from '../words/words-commands.ts';
import { forgetCalls, hearCalls } from './alias-commands.ts';
import { forgetEmbedding } from './embedding-commands.ts';
import { indexStateOf, reopenIndexStates, startIndexStates } from './index-states.ts';
import { announce } from './outbox-commands.ts';
import { addSpeaker, removeSpeaker } from './speaker-commands.ts';

const { findAnswer } = answerQueries(sqlite);
const { insertOrigin, forgetOrigins } = lineageQueries(sqlite);
const readingOfItem = readingQuery(sqlite);

export interface WriteCommand {
  readonly author: Author;
  readonly items: readonly NewItem[];
  readonly idempotency?: Idempotency | undefined;
  readonly now: number;
  /** W3C traceparent, if the write is traced. */
  readonly trace?: string | undefined;
}

/** All of it is one savepoint: an item that is refused takes the others back with it. */
export function writeItems(db: Database, command: WriteCommand): Receipt[] {
  const earlier = findEarlierAnswer(db, command);
  if (earlier) return earlier;
  const receipts = command.items.map((item) => writeItem(db, item, command));
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

function writeItem(db: Database, item: NewItem, command: WriteCommand): Receipt {
  const { author } = command;
  const present = findByExternalId(db, item, author) ?? findByMergeKey(db, item, author);
  return present ? receiptOfPresent(present, indexStateOf(db, present.seq)) : insertItem(db, item, command);
}

const byExternalId = prepared<{ org: string; kind: ItemKind; source: string; externalId: string }>()((place) =>
  queries
    .selectFrom('item')
    .select(presentColumns)
    .where('org_id', '=', place('org'))
    .where('kind', '=', place('kind'))
    .where('source', '=', place('source'))
    .where('external_id', '=', place('externalId')),
);

function findByExternalId(db: Database, item: NewItem, author: Author): Present | undefined {
  const { source, externalId } = item.input;
  if (externalId === undefined) return undefined;
  const present = db.get(byExternalId, { org: author.orgId, kind: item.kind, source, externalId });
  if (present) requireSame(present, item, author);
  return present;
}

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

function insertItem(db: Database, item: NewItem, { author, now, trace }: WriteCommand): Receipt {
  const row = rowOf(item, author, now, turnOf(db, item, author));
  const seq = db.run(insertRow, row).lastSeq;
  const written = { seq, orgId: author.orgId, kind: item.kind, id: item.id, version: 1 };
  if (item.kind === 'message') addSpeaker(db, row);
  hearCalls(db, item, row);
  for (const origin of originsOf(row)) db.run(insertOrigin, origin);
  indexWordsInTransaction(db, itemOf({ ...row, seq } as ItemRow));
  const index = startIndexStates(db, written, now);
  announce(db, { ...written, trace }, now);
  record(db, 'write', written, author, now);
  return { kind: item.kind, id: item.id, version: 1, state: 'active', created: true, index };
}

const lastTurn = prepared<{ org: string; sessionKey: string }>()((place) =>
  queries
    .selectFrom('item')
    .select((eb) => eb.fn.max('turn').as('turn'))
    .where('org_id', '=', place('org'))
    .where('session_key', '=', place('sessionKey')),
);

/** Tombstones keep their turns, so a turn is never given twice. */
function turnOf(db: Database, item: NewItem, author: Author): number | null {
  if (item.kind !== 'message') return null;
  if (item.input.sessionKey === undefined) return 0;
  const last = db.get(lastTurn, { org: author.orgId, sessionKey: item.input.sessionKey })?.turn;
  return (last ?? -1) + 1;
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
  readonly author: Author;
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
  const written = { seq: row.seq, orgId: scope.orgId, kind, id, version: row.version + 1 };
  const tombstone = { ...erased, state: 'deleted', version: written.version, deleted_at: now } as const;
  removeWordsInTransaction(db, { orgId: scope.orgId, kind, id }, written.version);
  db.run(queries.updateTable('item').set(tombstone).where('seq', '=', row.seq));
  removeSpeaker(db, row);
  forgetCalls(db, row);
  forgetEmbedding(db, row.seq);
  db.run(forgetOrigins, { id });
  reopenIndexStates(db, written, now);
  announce(db, { ...written, trace }, now);
  record(db, 'forget', written, author, now);
  return true;
}

export function keepReading(db: Database, read: ReadAnew): void {
  db.run(readingOfItem, readingValues(read));
}
