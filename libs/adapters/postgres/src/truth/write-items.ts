import {
  announcementOf,
  answerQueries,
  conflictsOf,
  declaredQueries,
  declaredRowsOf,
  factLocksOf,
  factOf,
  factQueries,
  factTaken,
  firstAnswer,
  receiptOfPresent,
  indexStateOfRow,
  isSentAgain,
  itemQueries,
  joinEvidence,
  markQueries,
  MarksOf,
  outboxRowsOf,
  prepared,
  requireSame,
  rowOf,
  sourceLocksOf,
  startingState,
  wantedIds,
  withConflicts,
  type AnswerKey,
  type Audience,
  type Author,
  type ItemRow,
  type Joined,
  type NewItemRow,
  type Standing,
  type StoreWriteSession,
} from '@cairn/adapter-sql';
import { CairnError, type IndexState, type ItemId, type OrgId, type Receipt } from '@cairn/contracts';
import type { Again, Idempotency, NewItem } from '@cairn/ports';
import { insertEvents } from '../outbox/outbox-rows.ts';
import { postgres, queries } from '../pool/dialect.ts';
import type { Lock } from '@cairn/adapter-sql';
import { PostgresSession } from '../pool/postgres-session.ts';
import type { Session } from '../pool/session.ts';
import { rowsAsJson } from '../pool/stored-text.ts';
import { insertItems } from './insert-items.ts';
import { findPresent, sameKeyOf, type PresentRow } from './present-items.ts';

const { findAnswer } = answerQueries(postgres);
const marks = markQueries(postgres);
const { insert: insertDeclared } = declaredQueries(postgres);
const { ofOrganisation } = itemQueries(postgres);

export interface WriteCommand extends Audience {
  readonly author: Author;
  readonly items: readonly NewItem[];
  readonly idempotency?: Idempotency | undefined;
  readonly again?: Again | undefined;
  readonly now: number;
  /** W3C traceparent, if the write is traced. */
  readonly trace: string | undefined;
  /** The id of the request, for the audit. */
  readonly request?: string | undefined;
}

interface Command extends WriteCommand {
  readonly store: StoreWriteSession;
}

/** Turns are given to one writer of a session at a time, a fact is told by one, and a source is not forgotten while somebody writes of it. */
export const locksOf = ({ author: { orgId, principalId }, items }: WriteCommand): Lock[] => [
  ...items.flatMap(({ kind, input }) =>
    kind === 'message' && input.sessionKey !== undefined
      ? [{ what: 'session' as const, orgId, key: input.sessionKey }]
      : [],
  ),
  ...sourceLocksOf(
    orgId,
    items.map(({ input }) => input.source),
  ),
  ...factLocksOf(items.map((item) => rowOf(item, { orgId, principalId }, 0, null))),
];

/** `store` is of the same transaction. */
export async function writeItems(session: Session, given: WriteCommand): Promise<Receipt[]> {
  const command = { ...given, store: new PostgresSession(session, given, given) };
  const earlier = await findEarlierAnswer(session, command);
  if (earlier) return earlier;
  await requireNotForgotten(session, command);
  const stored = await storeItems(session, command);
  await keepDeclared(session, command, stored);
  const conflicts = await conflictsOf(command.store, command.author, command.items);
  const receipts = stored.map((receipt, place) => withConflicts(receipt, conflicts.get(command.items[place]!.id)));
  await keepAnswer(session, command, receipts);
  return receipts;
}

/** Of most organisations nothing was forgotten whole, and then there is nothing to look for. */
async function requireNotForgotten(session: Session, { author, items, again }: WriteCommand): Promise<void> {
  const { orgId } = author;
  const kept = await session.get(marks.secret, { orgId });
  if (!kept) return;
  const ofRows = new MarksOf(
    items.map((item) => rowOf(item, author, 0, null)),
    kept.secret,
  );
  const found = await session.all(marks.found(orgId, [...ofRows.places.keys()]));
  const lifted = ofRows.lifted(found, author, again);
  if (lifted.length > 0) await session.run(marks.removal(orgId, lifted));
}

/** Whoever comes second waits here until the first is done, or takes its place if the first is taken back. */
const claimKey = prepared<AnswerKey & { hash: string; now: number }>()((place) =>
  queries
    .insertInto('idempotency')
    .values({
      org_id: place('org'),
      principal_id: place('principal'),
      key: place('key'),
      request_hash: place('hash'),
      receipts: '[]',
      created_at: place('now'),
    })
    .onConflict((clash) => clash.doNothing()),
);

const insertAnswer = prepared<AnswerKey & { receipts: string }>()((place) =>
  queries
    .updateTable('idempotency')
    .set({ receipts: place('receipts') })
    .where('org_id', '=', place('org'))
    .where('principal_id', '=', place('principal'))
    .where('key', '=', place('key')),
);

async function findEarlierAnswer(session: Session, command: WriteCommand): Promise<Receipt[] | undefined> {
  const { author, idempotency, now } = command;
  if (!idempotency) return undefined;
  const key = { org: author.orgId, principal: author.principalId, key: idempotency.key };
  if ((await session.run(claimKey, { ...key, hash: idempotency.requestHash, now })) > 0) return undefined;
  const found = await session.get(findAnswer, key);
  if (!found) throw tooBusy();
  return firstAnswer(found, idempotency);
}

async function keepAnswer(session: Session, { author, idempotency }: WriteCommand, receipts: readonly Receipt[]) {
  if (!idempotency) return;
  const key = { org: author.orgId, principal: author.principalId, key: idempotency.key };
  await session.run(insertAnswer, { ...key, receipts: JSON.stringify(receipts) });
}

/** What was there already and declares more now is told of once more. */
async function keepDeclared(session: Session, command: WriteCommand, receipts: readonly Receipt[]): Promise<void> {
  const { orgId } = command.author;
  const rows = command.items.flatMap((item, place) => declaredRowsOf(item, orgId, receipts[place]!.id));
  if (rows.length === 0) return;
  const kept = await session.all(insertDeclared, { rows: rowsAsJson(rows) });
  const ids = new Set(kept.map(({ item_id }) => item_id));
  const again = receipts.filter(({ id, created }) => !created && ids.has(id));
  const events = again.flatMap(({ kind, id, version }) =>
    outboxRowsOf(announcementOf({ orgId, kind, id, version, trace: command.trace }), command, command.now),
  );
  await insertEvents(session, events);
}

/** How often a key may be taken by another, and given free again, while one command looks at it. */
const ROUNDS_MAX = 5;

/** Looks first and stores what is new; where another writer was faster, it looks again. */
async function storeItems(session: Session, command: Command): Promise<Receipt[]> {
  const { author, items, now } = command;
  const rows = items.map((item) => rowOf(item, author, now, item.kind === 'message' ? 0 : null));
  const written = new Set<string>();
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const standing: StandingByKey = await findPresent(session, rows);
    const fresh = rows.filter((row) => !written.has(row.id) && isFirst(row, standing, startingState(command)));
    await requireFree(session, fresh);
    for (const id of await insertItems(session, fresh, command)) written.add(id);
    if (fresh.some(({ id }) => !written.has(id))) continue;
    const joined = await joinAll(
      command,
      rows.filter(({ id }) => !written.has(id)),
      standing,
    );
    if (!joined) continue;
    const inFull = await rowsInFull(session, command, { rows, standing });
    return receiptsOf(command, { rows, written, standing, joined, inFull });
  }
  throw tooBusy();
}

/** Joins what says the same as a memory that is there, by id, so that two who do so never wait in a circle. Undefined: one is there no longer. */
async function joinAll(
  { store, author }: Command,
  rows: readonly NewItemRow[],
  standing: StandingByKey,
): Promise<Map<string, Joined> | undefined> {
  const sent = rows
    .filter((row) => row.external_id === null && row.merge_key !== null)
    .map((row) => ({ row, id: standing.get(sameKeyOf(row)!)!.id }))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  const joined = new Map<string, Joined>();
  for (const again of sent) {
    const done = await joinEvidence(store, author, again);
    if (!done) return undefined;
    joined.set(again.id, { ...joined.get(again.id), ...done });
  }
  return joined;
}

const { teller } = factQueries(postgres);

async function requireFree(session: Session, rows: readonly NewItemRow[]): Promise<void> {
  for (const row of rows) {
    const fact = factOf(row);
    const taken = fact && (await session.get(teller, { ...fact, except: row.id }));
    if (taken) throw factTaken(fact, taken.id);
  }
}

type StandingByKey = Map<string, Standing & Pick<PresentRow, 'words' | 'vectors'>>;

/** Of several in one command that are the same, the first stands for the others. */
function isFirst(row: NewItemRow, standing: StandingByKey, state: IndexState): boolean {
  const key = sameKeyOf(row);
  if (key === undefined) return true;
  if (standing.has(key)) return false;
  standing.set(key, { ...row, ...state });
  return true;
}

interface Stored {
  readonly rows: readonly NewItemRow[];
  readonly written: ReadonlySet<string>;
  readonly standing: StandingByKey;
  /** What equal text was joined with, by id. */
  readonly joined: ReadonlyMap<string, Joined>;
  /** The items that were not sent so before, by id: whether they would be stored so is told by all of them. */
  readonly inFull: ReadonlyMap<string, ItemRow>;
}

async function rowsInFull(
  session: Session,
  { items, author: { orgId } }: WriteCommand,
  { rows, standing }: Pick<Stored, 'rows' | 'standing'>,
): Promise<Map<string, ItemRow>> {
  const ids = rows.flatMap((row, place) => {
    const same = row.external_id === null ? undefined : standing.get(sameKeyOf(row) ?? '');
    return same && !isSentAgain(same, items[place] as NewItem) ? [same.id as ItemId] : [];
  });
  if (ids.length === 0) return new Map();
  const found = await session.all(ofOrganisation, { orgId: orgId as OrgId, ids: wantedIds(postgres, ids) });
  return new Map(found.map((row) => [row.id, row]));
}

function receiptsOf(
  { items, author, ...audience }: WriteCommand,
  { rows, written, standing, joined, inFull }: Stored,
): Receipt[] {
  const index = startingState(audience);
  return rows.map((row, place): Receipt => {
    const { id, kind, version } = row;
    if (written.has(id)) return { kind, id, version, state: 'active', created: true, index };
    const same = standing.get(sameKeyOf(row) ?? '');
    if (!same) throw new CairnError('internal', 'The id of a new item is taken.');
    if (row.external_id !== null)
      requireSame(same, items[place] as NewItem, { author, row: () => inFull.get(same.id) });
    const now = joined.get(same.id);
    return receiptOfPresent({ ...same, ...now }, now?.index ?? indexStateOfRow(same));
  });
}

const tooBusy = () =>
  new CairnError('truth/overloaded', 'Others keep changing the same items. Come back a little later.');
