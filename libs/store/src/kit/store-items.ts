import type { IndexState, Subscriber } from '@cairn/contracts';
import type { TextFeatures } from '@cairn/ports';
import { linkableTo } from '@cairn/text';
import { announceAll } from './announce.ts';
import { announcementOf } from './deliveries.ts';
import { forgetEmbeddings } from './embedding-queries.ts';
import { openIndexStates, initialIndexState } from './index-ledger.ts';
import type { Author, ItemRow } from './item-rows.ts';
import { keepFeatures, removeFeatures } from './text-features.ts';
import type { ItemToInsert, RemovedRowsByTable, Transaction } from './transaction.ts';

/** How the text of an item changes. `same`: another field changed; `erased`: the item was forgotten. */
interface ItemChange {
  readonly text: 'new' | 'changed' | 'same' | 'erased';
  /** The ranking features of the text; absent if they are stored already. */
  readonly features?: TextFeatures | undefined;
}

/** The current row of an item, and how its text has changed. */
export interface StoredItem extends ItemChange {
  readonly row: ItemRow;
}

/** Inserts new items and all rows that belong to them (`WriteHooks.insertItems`). */
export const insertItems = (
  tx: Transaction,
  items: readonly ItemToInsert[],
  author: Author,
): Promise<ReadonlySet<string>> => tx.context.hooks.insertItems(items, author);

/** Turns items of one organisation into tombstones (`WriteHooks.forgetItems`). */
export const forgetItems = (tx: Transaction, rows: readonly ItemRow[]): Promise<RemovedRowsByTable> =>
  tx.context.hooks.forgetItems(rows);

/**
 * Completes the write of a row that was inserted or changed: updates the word index if it is part of this commit, opens
 * index states, adds the event to the outbox and deletes embeddings of a former text. `itemsOfWrite` is the number of
 * items of the whole write.
 */
export async function storeItem(
  tx: Transaction,
  row: ItemRow,
  change: ItemChange,
  itemsOfWrite = 1,
): Promise<IndexState> {
  await storeItems(tx, [{ row, ...change }], itemsOfWrite);
  return initialIndexState(tx.context.subscribers);
}

/** Does the same as `storeItem` for many rows of one organisation. The caller has locked the rows or is the only writer. */
export async function storeItems(
  tx: Transaction,
  stored: readonly StoredItem[],
  itemsOfWrite = stored.length,
): Promise<void> {
  if (stored.length === 0) return;
  const rows = stored.map(({ row }) => row);
  const done = new Map(stored.map((each) => [each.row.seq, subscribersDoneWith(each)]));
  const { subscribers } = tx.context;
  const without = stored.filter(({ text }) => text === 'changed' || text === 'erased');
  await openIndexStates(tx, rows, ({ seq }) => ({
    ...subscribers,
    doneWithCommit: [...subscribers.doneWithCommit, ...(done.get(seq) ?? [])],
  }));
  await storeFeatures(tx, stored);
  await forgetEmbeddings(
    tx,
    without.map(({ row: { seq } }) => seq),
  );
  const changes = rows.map(({ seq, org_id: orgId, kind, id, version }) =>
    announcementOf({ orgId, kind, id, version, done: done.get(seq) }),
  );
  await announceAll(tx, changes, undefined, itemsOfWrite);
  // Words come last: FTS5 writes what it gathered before each statement of several rows on another table.
  for (const row of rows) tx.context.hooks.indexWords(row);
}

/** Returns the subscribers that would find nothing to do in an item: a new memory that is compared with none has no links. */
function subscribersDoneWith({ row, text, features }: StoredItem): readonly Subscriber[] {
  if (features?.addressesNobody === true) return ['aliases'];
  const isCompared = row.kind !== 'memory' || linkableTo(row) !== undefined;
  return text === 'new' && !isCompared ? ['links'] : [];
}

/** Stores the features of new texts, and deletes the features of erased ones. */
export async function storeFeatures(tx: Transaction, stored: readonly StoredItem[]): Promise<void> {
  await keepFeatures(
    tx,
    stored.flatMap(({ row, features }) => (features ? [{ row, features }] : [])),
  );
  const erased = stored.filter(({ text }) => text === 'erased').map(({ row: { id } }) => id);
  await removeFeatures(tx, erased);
}
