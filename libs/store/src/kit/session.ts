import type { IndexState, Subscriber } from '@cairn/contracts';
import type { TextFeatures } from '@cairn/ports';
import type { Compilable } from 'kysely';
import { auditRowOf, insertAudit, type Act } from './audit.ts';
import {
  announcementOf,
  outboxRowOf,
  outboxRowsOf,
  type Announcement,
  type Subscribers,
  type OutboxRow,
} from './deliveries.ts';
import { ofDialect, type Dialect } from './dialect.ts';
import { embeddingQueries, type EmbeddingKey } from './embedding-queries.ts';
import { openedStates, openIndexStates, startingState } from './index-ledger.ts';
import type { Author, ItemRow, NewItemRow } from './item-rows.ts';
import { boundQuery, prepared, type AnyQuery, type Prepared } from './prepared.ts';
import { keepFeatures, removeFeatures } from './text-features.ts';

/** The context of a command, beside its input. */
export interface WriteContext {
  /** Epoch ms, by the clock of the store. */
  readonly now: number;
  /** W3C traceparent of the request, if it is traced. */
  readonly trace?: string | undefined;
  /** The `x-request-id` of the request, if it came with one. */
  readonly request?: string | undefined;
}

/** A lock that a transaction holds until it ends. */
export interface Lock {
  readonly what: 'session' | 'source' | 'fact' | 'readers' | 'embedding' | 'organisation';
  readonly orgId: string;
  readonly key: string;
  /** Allows other holders that share the lock too. */
  readonly isShared?: boolean;
}

/** The lock of a text's embeddings: storing, linking and deleting them wait for each other. */
export const embeddingLock = ({ orgId, modelId, contentHash }: EmbeddingKey): Lock => ({
  what: 'embedding',
  orgId,
  key: `${modelId} ${contentHash}`,
});

/** The number of deleted rows by table. */
export type Removed = Readonly<Record<string, number>>;

/** Sums deleted rows by table, without tables that lost none. */
export function addedUp(all: readonly Removed[]): Removed {
  const sums: Record<string, number> = {};
  for (const [table, rows] of all.flatMap((each) => Object.entries(each)))
    if (rows > 0) sums[table] = (sums[table] ?? 0) + rows;
  return sums;
}

/** A new item with the text features that ranking uses. */
export interface ItemToInsert {
  readonly row: NewItemRow;
  readonly features: TextFeatures;
}

/** The change of an item's text, with the features of a new one; `same` when another field changed. */
export interface ItemChange {
  readonly text: 'new' | 'changed' | 'same' | 'erased';
  /** Features of the text; absent if they are stored already. */
  readonly features?: TextFeatures | undefined;
}

/** The current row of an item, with the change of its text. */
export interface StoredItem extends ItemChange {
  readonly row: ItemRow;
}

/** A query as text, with its values in order. */
export interface BoundQuery {
  readonly sql: string;
  readonly parameters: unknown[];
}

/** A transaction that only reads. */
export type StoreSession = Pick<StoreWriteSession, 'dialect' | 'now' | 'all' | 'get'>;

/**
 * One transaction of a store, with the same interface for either dialect: all of its changes are stored, or none. A command awaits all
 * its queries before it ends; queries that are not awaited one by one run together.
 */
export abstract class StoreWriteSession {
  abstract readonly dialect: Dialect;
  /** The subscriptions to events of writes. */
  abstract readonly subscribers: Subscribers;
  /** Epoch ms. */
  readonly now: number;
  protected readonly trace: string | undefined;
  protected readonly request: string | undefined;

  constructor({ now, trace, request }: WriteContext) {
    this.now = now;
    this.trace = trace;
    this.request = request;
  }

  all<Row>(query: Compilable<Row>): Promise<Row[]>;
  all<Values extends object, Row>(query: Prepared<Values, Row>, values: Values): Promise<Row[]>;
  all(query: AnyQuery, values?: object): Promise<unknown[]> {
    return this.allRows(boundQuery(query, values));
  }

  /** Returns the first row. */
  get<Row>(query: Compilable<Row>): Promise<Row | undefined>;
  get<Values extends object, Row>(query: Prepared<Values, Row>, values: Values): Promise<Row | undefined>;
  get(query: AnyQuery, values?: object): Promise<unknown> {
    return this.firstRow(boundQuery(query, values));
  }

  /** Returns the number of changed rows. */
  run<Row>(query: Compilable<Row>): Promise<number>;
  run<Values extends object, Row>(query: Prepared<Values, Row>, values: Values): Promise<number>;
  run(query: AnyQuery, values?: object): Promise<number> {
    return this.changedRows(boundQuery(query, values));
  }

  /**
   * Adds an event to the outbox, one row for each subscriber, or only for the named one. `announcementOf` makes the event of a
   * change of an item.
   */
  announce(announcement: Announcement, to?: Subscriber): Promise<void> {
    return this.announceAll([announcement], to);
  }

  /** Adds several events to the outbox, in their order. */
  async announceAll(announcements: readonly Announcement[], to?: Subscriber): Promise<void> {
    const rows = announcements.flatMap((announcement) => {
      const traced = { ...announcement, trace: announcement.trace ?? this.trace };
      if (to) return [outboxRowOf(traced, { subscriber: to }, this.now)];
      return outboxRowsOf(traced, this.subscribers, this.now);
    });
    await this.deliver(rows);
  }

  /** Signals that the outbox has new rows or other due times: the dispatcher must be informed after the commit. */
  abstract announced(): void;

  /** Inserts rows into the outbox. */
  async deliver(rows: readonly OutboxRow[]): Promise<void> {
    if (rows.length === 0) return;
    await this.insertDeliveries(rows);
    this.announced();
  }

  /** Adds acts to the audit in this transaction, one row each. Rows hold ids and numbers, never a text. */
  async audit(...acts: readonly Act[]): Promise<void> {
    const { now, request } = this;
    await insertAudit(this.dialect)(
      this,
      acts.map((act) => auditRowOf({ ...act, now, request })),
    );
  }

  /**
   * Inserts new items with all that belongs to them: index states, words, events, speakers, source links and the audit. Returns the
   * ids that were inserted; a row whose key is taken is left out. A message gets its turn here.
   */
  abstract insertItems(items: readonly ItemToInsert[], author: Author): Promise<ReadonlySet<string>>;

  /**
   * Completes an inserted or changed row: updates the word index of this commit where the store has one, opens index states, adds
   * the event to the outbox and deletes embeddings of a former text.
   */
  async itemStored(row: ItemRow, change: ItemChange): Promise<IndexState> {
    await this.itemsStored([{ row, ...change }]);
    return startingState(this.subscribers);
  }

  /** Completes any number of rows of one organisation, like `itemStored`. The rows must be locked, or the caller the only writer. */
  async itemsStored(stored: readonly StoredItem[]): Promise<void> {
    if (stored.length === 0) return;
    const rows = stored.map(({ row }) => row);
    const without = stored.filter(({ text }) => text === 'changed' || text === 'erased');
    for (const row of rows) this.indexWords(row);
    await this.openIndexStates(rows);
    await this.keepFeatures(stored);
    await this.forgetEmbeddings(without.map(({ row: { seq } }) => seq));
    const announcements = rows.map(({ org_id: orgId, kind, id, version }) =>
      announcementOf({ orgId, kind, id, version, trace: this.trace }),
    );
    await this.deliver(announcements.flatMap((each) => outboxRowsOf(each, this.subscribers, this.now)));
  }

  /** Records that subscribers must process these versions, except those that the commit itself serves. */
  async openIndexStates(rows: readonly ItemRow[], subscribers = this.subscribers): Promise<void> {
    const states = rows.flatMap((row) => openedStates(row, subscribers, this.now));
    await openIndexStates(this.dialect)(this, states);
  }

  async keepFeatures(stored: readonly StoredItem[]): Promise<void> {
    await keepFeatures(
      this,
      stored.flatMap(({ row, features }) => (features ? [{ row, features }] : [])),
    );
    const erased = stored.filter(({ text }) => text === 'erased').map(({ row: { id } }) => id);
    await removeFeatures(this, erased);
  }

  /**
   * Turns items of one organisation into tombstones (`eraseItems`). The caller audits an act on several items. The rows
   * must be locked, or the caller the only writer.
   */
  abstract itemsForgotten(rows: readonly ItemRow[]): Promise<Removed>;

  /** Deletes embeddings of a text, unless another item has the same text, since they reveal it. Returns the number of deleted links. */
  async forgetEmbeddings(seqs: readonly number[]): Promise<number> {
    if (seqs.length === 0) return 0;
    const { links, unlink, removeUnlinked } = embeddingQueries(this.dialect);
    const values = { seqs: JSON.stringify(seqs.map((seq) => ({ seq }))) };
    const keys = await this.all(links, values);
    if (keys.length === 0) return 0;
    await this.locks(keys.map(embeddingLock));
    await this.run(unlink, values);
    await removeUnlinked(
      this,
      keys.map(({ orgId, modelId, contentHash }) => ({ orgId, modelId, contentHash })),
    );
    return keys.length;
  }

  /** Deletes speakers of forgotten rows whose last message visible to an audience is gone. Takes the rows as they were before. */
  abstract forgetSpeakers(rows: readonly ItemRow[]): Promise<void>;
  /** Signals that text was deleted for good, so that the store also removes it from its log. */
  abstract erased(): void;

  /** Waits until no other transaction holds the lock. A store with one writer at a time never waits. */
  lock(lock: Lock): Promise<void> {
    return this.locks([lock]);
  }

  /** Takes several locks in a fixed order, so that two transactions do not deadlock. */
  abstract locks(locks: readonly Lock[]): Promise<void>;

  protected async insertDeliveries(rows: readonly OutboxRow[]): Promise<void> {
    const insertion = insertDelivery(this.dialect);
    for (const row of rows) await this.run(insertion, row);
  }

  /** Adds the words of a row to the word index of this commit, or removes those of a tombstone, where the store has one. */
  protected abstract indexWords(row: ItemRow): void;
  protected abstract allRows(query: BoundQuery): Promise<unknown[]>;
  protected abstract firstRow(query: BoundQuery): Promise<unknown>;
  protected abstract changedRows(query: BoundQuery): Promise<number>;
}

/** Inserts a row into the outbox. */
const insertDelivery = ofDialect(({ queries }) =>
  prepared<OutboxRow>()((place) =>
    queries.insertInto('outbox').values({
      id: place('id'),
      event: place('event'),
      subscriber: place('subscriber'),
      org_id: place('org_id'),
      item_id: place('item_id'),
      version: place('version'),
      created_at: place('created_at'),
      due_at: place('due_at'),
      leased: place('leased'),
      attempts: place('attempts'),
      reason: place('reason'),
      trace: place('trace'),
      payload: place('payload'),
    }),
  ),
);
