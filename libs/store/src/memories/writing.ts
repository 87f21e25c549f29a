import {
  CairnError,
  IMPORT_ID,
  type IndexState,
  type Item,
  type ItemId,
  type OrgId,
  type Receipt,
} from '@cairn/contracts';
import { ownerOf } from '@cairn/domain';
import type { Overwrite, Idempotency, NewItem } from '@cairn/ports';
import { announcementOf } from '../kit/deliveries.ts';
import { ofDialect } from '../kit/dialect.ts';
import { factLocksOf, factOf, factTaken, currentFactsFor } from './facts.ts';
import { readerLocksOf, requireReaders } from '../items/existing-readers.ts';
import { declaredQueries, declaredRowsOf } from '../graph/declaring.ts';
import { initialIndexState } from '../kit/index-ledger.ts';
import { indexStateOfRow, itemQueries, distinctIds } from '../items/item-queries.ts';
import type { ScopeFields } from '../kit/conditions.ts';
import { itemOf, rowOf, type Author, type ItemRow, type NewItemRow } from '../kit/item-rows.ts';
import { requireNotForgotten, sourceLocksOf } from '../items/marks.ts';
import { foldText } from '../kit/fold-text.ts';
import { prepared } from '../kit/prepared.ts';
import { findExisting, readersKeyOf, sameKeyOf, type ExistingRow } from '../items/find-existing.ts';
import { firstAnswer, isSentAgain, receiptOfExisting, requireSame, withConflicts } from '../items/idempotency.ts';
import { awaitQuiet } from './extractions.ts';
import { confirmByRulingImport } from './ruling-imports.ts';
import { findReviewed, proposeReviewed } from './reviewed-writes.ts';
import { liftRejections } from './rejections.ts';
import { conflictsOf, joinEvidence, type MergeResult } from './evidence.ts';
import { announceEvent } from '../kit/announce.ts';
import { insertItems } from '../kit/store-items.ts';
import type { ItemToInsert, Lock, Transaction } from '../kit/transaction.ts';
import { feature, type CallsOf } from '../kit/feature.ts';

interface WriteCommand {
  readonly author: Author;
  /** The scope of the author. */
  readonly scope: ScopeFields;
  /** Whether an agent writes, whose memories the policy of the organisation may send to a review. */
  readonly isAgent: boolean;
  /** Whether rules of the author may stop an action (`isTrustedWriter`). */
  readonly isTrusted: boolean;
  readonly items: readonly NewItem[];
  readonly idempotency?: Idempotency | undefined;
  readonly overwrite?: Overwrite | undefined;
}

/**
 * Stores all items or none: if one item is refused, none is stored. A memory whose statement was superseded, archived,
 * rejected or changed before becomes a proposal unless `overwrite` is set, and so does a memory of an agent in a category
 * that the organisation reviews.
 */
async function writeItems(tx: Transaction, command: WriteCommand): Promise<Receipt[]> {
  const earlier = await findEarlierAnswer(tx, command);
  if (earlier) return earlier;
  const { author, overwrite } = command;
  const rows = bareRowsOf(command);
  await requireReaders(tx, rows);
  await requireNotForgotten(tx, { rows, author, overwrite });
  if (overwrite !== undefined) await liftRejections(tx, { orgId: author.orgId, ownerId: ownerOf(author), rows });
  const stored = await storeNewItems(tx, command);
  await keepDeclared(tx, command, stored);
  await awaitConversations(tx, command, stored);
  const conflicts = await conflictsOf(tx, command.author, command.items);
  const receipts = stored.map((receipt, place) => withConflicts(receipt, conflicts.get(command.items[place]!.id)));
  // Failpoint: write/before-commit
  await keepAnswer(tx, command, receipts);
  return receipts;
}

/** Makes the rows of new items without times and turns, for code that compares only other columns. */
const bareRowsOf = ({ author, items }: Pick<WriteCommand, 'author' | 'items'>): NewItemRow[] =>
  items.map((item) => rowOf(item, author, 0, null));

/**
 * Makes the locks of a write. Only one writer at a time numbers the turns of a session or states a fact, and no source is
 * forgotten during a write.
 */
const locksOf = ({ author, items }: WriteCommand): Lock[] => [
  ...items.flatMap(({ kind, input }) =>
    kind === 'message' && input.sessionKey !== undefined
      ? [{ what: 'session' as const, orgId: author.orgId, key: foldText(input.sessionKey) }]
      : [],
  ),
  ...sourceLocksOf(
    author.orgId,
    items.map(({ input }) => input.source),
  ),
  ...factLocksOf(bareRowsOf({ author, items })),
  ...readerLocksOf(bareRowsOf({ author, items })),
];

const newItemsOf = ({ author, items }: WriteCommand, now: number): Item[] =>
  items.map((item) => itemOf({ ...rowOf(item, author, now, null), seq: 0 } as ItemRow));

interface AnswerKey {
  readonly org: string;
  readonly principal: string;
  readonly key: string;
}

const answerQueries = ofDialect(({ queries }) => ({
  /**
   * Claims an idempotency key. A second writer of the key waits until the first transaction ends: it reads the stored
   * answer after a commit, and claims the key itself after a rollback.
   */
  claim: prepared<AnswerKey & { hash: string; now: number }>()((place) =>
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
  ),
  find: prepared<AnswerKey>()((place) =>
    queries
      .selectFrom('idempotency')
      .select(['request_hash', 'receipts'])
      .where('org_id', '=', place('org'))
      .where('principal_id', '=', place('principal'))
      .where('key', '=', place('key')),
  ),
  keep: prepared<AnswerKey & { receipts: string }>()((place) =>
    queries
      .updateTable('idempotency')
      .set({ receipts: place('receipts') })
      .where('org_id', '=', place('org'))
      .where('principal_id', '=', place('principal'))
      .where('key', '=', place('key')),
  ),
}));

async function findEarlierAnswer(
  tx: Transaction,
  { author, idempotency }: WriteCommand,
): Promise<Receipt[] | undefined> {
  if (!idempotency) return undefined;
  const { claim, find } = answerQueries(tx.dialect);
  const key = { org: author.orgId, principal: author.principalId, key: idempotency.key };
  const claimed = await tx.run(claim, { ...key, hash: idempotency.requestHash, now: tx.now });
  if (claimed > 0) return undefined;
  const found = await tx.get(find, key);
  if (!found) throw tooBusyError();
  return firstAnswer(found, idempotency);
}

async function keepAnswer(
  tx: Transaction,
  { author, idempotency }: WriteCommand,
  receipts: readonly Receipt[],
): Promise<void> {
  if (!idempotency) return;
  const key = { org: author.orgId, principal: author.principalId, key: idempotency.key };
  await tx.run(answerQueries(tx.dialect).keep, { ...key, receipts: JSON.stringify(receipts) });
}

/** Stores declarations. If a write adds declarations to an existing item, announces that item again. */
async function keepDeclared(
  tx: Transaction,
  { author: { orgId }, items }: WriteCommand,
  receipts: readonly Receipt[],
): Promise<void> {
  const rows = items.flatMap((item, place) => declaredRowsOf(item, orgId, receipts[place]!.id));
  if (rows.length === 0) return;
  const kept = await tx.all(declaredQueries(tx.dialect).insert, { rows: JSON.stringify(rows) });
  const ids = new Set(kept.map(({ item_id }) => item_id));
  for (const { kind, id, version, created } of receipts)
    if (!created && ids.has(id)) await announceEvent(tx, announcementOf({ orgId, kind, id, version }));
}

/** Schedules new messages' conversations for reading for proposals. Imported conversations are read only on request. */
async function awaitConversations(
  tx: Transaction,
  { author, items }: WriteCommand,
  receipts: readonly Receipt[],
): Promise<void> {
  const isLive = ({ kind, input }: NewItem, place: number) =>
    kind === 'message' && receipts[place]!.created && input.provenance[IMPORT_ID] === undefined;
  await awaitQuiet(tx, bareRowsOf({ author, items: items.filter(isLive) }));
}

/** The maximum number of attempts of one command: other writers may take keys and release them between two attempts. */
const WRITE_ATTEMPTS_MAX = 5;

/** Finds existing items and stores the others. Repeats both if a concurrent writer has taken a key meanwhile. */
async function storeNewItems(tx: Transaction, command: WriteCommand): Promise<Receipt[]> {
  const { author, scope, items } = command;
  const rows = items.map((item) => rowOf(item, author, tx.now, item.kind === 'message' ? 0 : null));
  const written = new Set<string>();
  for (let round = 0; round < WRITE_ATTEMPTS_MAX; round += 1) {
    const existing: ExistingByKey = await findExisting(tx, scope, rows);
    const firsts = rows.filter(
      (row) => !written.has(row.id) && isFirst(row, existing, initialIndexState(tx.context.subscribers)),
    );
    const reviewed = await findReviewed(tx, command, firsts);
    const fresh = firsts.filter(({ id }) => !reviewed.has(id));
    await requireFree(tx, fresh);
    if (fresh.length > 0) for (const id of await insertItems(tx, withFeatures(fresh, items), author)) written.add(id);
    if (fresh.some(({ id }) => !written.has(id))) continue;
    const isProposed = (row: NewItemRow) => reviewed.has(existing.get(sameKeyOf(row) ?? '')?.id ?? row.id);
    const again = rows.filter((row) => !written.has(row.id) && !isProposed(row));
    const joined = await joinAll(tx, command, again, existing);
    if (!joined) continue;
    const confirmed = await confirmAgain(tx, command, { again, existing });
    const inFull = await rowsInFull(tx, command, { rows, existing });
    const proposed = await proposeReviewed(tx, command, reviewed);
    return receiptsOf(tx, command, { rows, written, existing, joined, confirmed, inFull, proposed });
  }
  throw tooBusyError();
}

function withFeatures(rows: readonly NewItemRow[], items: readonly NewItem[]): ItemToInsert[] {
  const derived = new Map<string, NewItem['derived']>(items.map((item) => [item.id, item.derived]));
  return rows.map((row) => ({ row, features: derived.get(row.id)! }));
}

/**
 * Merges sent items into existing memories, ordered by id to avoid deadlocks. Returns undefined if one of the memories no
 * longer exists.
 */
async function joinAll(
  tx: Transaction,
  sender: Pick<WriteCommand, 'author' | 'isAgent' | 'isTrusted'>,
  rows: readonly NewItemRow[],
  existing: ExistingByKey,
): Promise<Map<string, MergeResult> | undefined> {
  const sent = rows
    .filter((row) => row.external_id === null && row.merge_key !== null)
    .map((row) => ({ row, id: existing.get(sameKeyOf(row)!)!.id }))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  const joined = new Map<string, MergeResult>();
  for (const again of sent) {
    const done = await joinEvidence(tx, sender, again);
    if (!done) return undefined;
    joined.set(again.id, { ...joined.get(again.id), ...done });
  }
  return joined;
}

/** Confirms memories of unread imports that a person imports again from files by which a team rules itself. */
async function confirmAgain(
  tx: Transaction,
  { author, isAgent }: WriteCommand,
  { again, existing }: { readonly again: readonly NewItemRow[]; readonly existing: ExistingByKey },
): Promise<Stored['confirmed']> {
  if (isAgent) return new Map();
  const sent = again.flatMap((row) => {
    const same = existing.get(sameKeyOf(row) ?? '');
    return same ? [{ id: same.id, row }] : [];
  });
  return confirmByRulingImport(tx, author, sent);
}

async function requireFree(tx: Transaction, rows: readonly NewItemRow[]): Promise<void> {
  const currentFacts = await currentFactsFor(tx, rows);
  const taken = rows.find(({ id }) => currentFacts.has(id));
  if (taken) throw factTaken(factOf(taken)!, currentFacts.get(taken.id)!);
}

type ExistingByKey = Map<string, ExistingRow>;

/**
 * Whether a row must be stored: no item with its key exists, and no earlier row of this command has that key. Later rows
 * with the key get the item of the first one.
 */
function isFirst(row: NewItemRow, existing: ExistingByKey, state: IndexState): boolean {
  const key = sameKeyOf(row);
  if (key === undefined) return true;
  if (existing.has(key)) return false;
  const readersKey = readersKeyOf(row) ?? key;
  const same = existing.get(readersKey);
  const stands = same ?? { ...row, ...state };
  existing.set(key, stands).set(readersKey, stands);
  return !same;
}

interface Stored {
  readonly rows: readonly NewItemRow[];
  readonly written: ReadonlySet<string>;
  readonly existing: ExistingByKey;
  /** Maps the id of each memory to the result of its merge. */
  readonly joined: ReadonlyMap<string, MergeResult>;
  /** Maps the id of each row that confirmed an existing memory to the result. */
  readonly confirmed: ReadonlyMap<string, MergeResult>;
  /**
   * Maps the ids of existing items that were sent again with other content to their complete rows: all columns decide
   * whether the answer is a conflict.
   */
  readonly inFull: ReadonlyMap<string, ItemRow>;
  /** Maps the id of each row that became a proposal to its receipt. */
  readonly proposed: ReadonlyMap<string, Receipt>;
}

async function rowsInFull(
  tx: Transaction,
  { items, author: { orgId } }: WriteCommand,
  { rows, existing }: Pick<Stored, 'rows' | 'existing'>,
): Promise<Map<string, ItemRow>> {
  const ids = rows.flatMap((row, place) => {
    const same = row.external_id === null ? undefined : existing.get(sameKeyOf(row) ?? '');
    return same && !isSentAgain(same, items[place] as NewItem) ? [same.id as ItemId] : [];
  });
  if (ids.length === 0) return new Map();
  const { dialect } = tx;
  const values = { orgId: orgId as OrgId, ids: distinctIds(dialect, ids) };
  const found = await tx.all(itemQueries(dialect).ofOrganisation, values);
  return new Map(found.map((row) => [row.id, row]));
}

function receiptsOf(
  { context: { subscribers } }: Transaction,
  { items, author }: WriteCommand,
  { rows, written, existing, joined, confirmed, inFull, proposed }: Stored,
): Receipt[] {
  const index = initialIndexState(subscribers);
  return rows.map((row, place): Receipt => {
    const { id, kind, version } = row;
    if (written.has(id)) return { kind, id, version, state: 'active', created: true, index };
    const same = existing.get(sameKeyOf(row) ?? '');
    const proposal = proposed.get(same?.id ?? id);
    if (proposal) return same === undefined || same.id === id ? proposal : { ...proposal, created: false };
    if (!same) throw new CairnError('internal', 'The id of a new item is taken.');
    const met = confirmed.get(id);
    if (row.external_id !== null && !met)
      requireSame(same, items[place] as NewItem, { author, row: () => inFull.get(same.id) });
    const now = met ?? joined.get(same.id);
    return receiptOfExisting({ ...same, ...now }, now?.index ?? indexStateOfRow(same));
  });
}

const tooBusyError = () =>
  new CairnError('truth/overloaded', 'Others keep changing the same items. Come back a little later.');

export const writing = feature('writing', {
  tables: [],
  reads: {},
  writes: { write: writeItems },
  locks: { write: locksOf },
  newItems: { write: newItemsOf },
});
export type Writing = CallsOf<typeof writing>;
