import type { IndexState, Subscriber } from '@cairn/contracts';
import type { TextFeatures } from '@cairn/ports';
import type { Compilable } from 'kysely';
import { auditRowOf, insertAudit, type Act } from '../audit.ts';
import {
  announcementOf,
  outboxRowOf,
  outboxRowsOf,
  type Announcement,
  type Audience,
  type OutboxRow,
} from '../deliveries.ts';
import { ofDialect, type Dialect } from '../dialect.ts';
import { embeddingQueries, type EmbeddingKey } from '../embedding-queries.ts';
import { openedStates, openIndexStates, startingState } from '../index-ledger.ts';
import type { Author, ItemRow, NewItemRow } from '../item-rows.ts';
import { boundQuery, prepared, type AnyQuery, type Prepared } from '../prepared.ts';
import { featureQueries, featuresRow } from './text-features.ts';

/** What a command knows beside its input. */
export interface Occasion {
  /** Epoch ms, by the clock of the store. */
  readonly now: number;
  /** W3C traceparent of the request, if it is traced. */
  readonly trace?: string | undefined;
  /** The `x-request-id` of the request, if it came with one. */
  readonly request?: string | undefined;
}

/** What a transaction holds until it ends, so that nobody else does the same. */
export interface Lock {
  readonly what: 'session' | 'source' | 'fact' | 'readers' | 'embedding' | 'organisation';
  readonly orgId: string;
  readonly key: string;
  /** Others may hold it too, as long as they share it as well. */
  readonly isShared?: boolean;
}

/** Those who keep, link and drop the embeddings of a text do it one after the other. */
export const embeddingLock = ({ orgId, modelId, contentHash }: EmbeddingKey): Lock => ({
  what: 'embedding',
  orgId,
  key: `${modelId} ${contentHash}`,
});

/** How many rows of each table went with an item, or with several. */
export type Removed = Readonly<Record<string, number>>;

/** The rows of all of them, without the tables that none went from. */
export function addedUp(all: readonly Removed[]): Removed {
  const sums: Record<string, number> = {};
  for (const [table, rows] of all.flatMap((each) => Object.entries(each)))
    if (rows > 0) sums[table] = (sums[table] ?? 0) + rows;
  return sums;
}

/** A new item, with what ranking reads in its text. */
export interface ItemToInsert {
  readonly row: NewItemRow;
  readonly features: TextFeatures;
}

/** What became of the text of an item, with what ranking reads in another one; it is the same if something beside it changed. */
export interface ItemChange {
  readonly text: 'new' | 'changed' | 'same' | 'erased';
  /** Features of the text; absent if they are stored already. */
  readonly features?: TextFeatures | undefined;
}

/** The row of an item as it is now. */
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
 * One transaction of a store, the same for either dialect: all that it changes is stored, or nothing. A command awaits all
 * its queries before it ends; those that are not awaited one by one are on their way together.
 */
export abstract class StoreWriteSession {
  abstract readonly dialect: Dialect;
  /** Who hears of what is written. */
  abstract readonly audience: Audience;
  /** Epoch ms. */
  readonly now: number;
  protected readonly trace: string | undefined;
  protected readonly request: string | undefined;

  constructor({ now, trace, request }: Occasion) {
    this.now = now;
    this.trace = trace;
    this.request = request;
  }

  all<Row>(query: Compilable<Row>): Promise<Row[]>;
  all<Values extends object, Row>(query: Prepared<Values, Row>, values: Values): Promise<Row[]>;
  all(query: AnyQuery, values?: object): Promise<unknown[]> {
    return this.allRows(boundQuery(query, values));
  }

  /** The first row. */
  get<Row>(query: Compilable<Row>): Promise<Row | undefined>;
  get<Values extends object, Row>(query: Prepared<Values, Row>, values: Values): Promise<Row | undefined>;
  get(query: AnyQuery, values?: object): Promise<unknown> {
    return this.firstRow(boundQuery(query, values));
  }

  /** Returns how many rows it changed. */
  run<Row>(query: Compilable<Row>): Promise<number>;
  run<Values extends object, Row>(query: Prepared<Values, Row>, values: Values): Promise<number>;
  run(query: AnyQuery, values?: object): Promise<number> {
    return this.changedRows(boundQuery(query, values));
  }

  /**
   * Puts an event into the outbox, one row for each subscriber, or one for the one that is named. Of a change of an item,
   * `announcementOf` says what happened.
   */
  announce(announcement: Announcement, to?: Subscriber): Promise<void> {
    return this.announceAll([announcement], to);
  }

  /** The same of any number of events, in their order. */
  async announceAll(announcements: readonly Announcement[], to?: Subscriber): Promise<void> {
    const rows = announcements.flatMap((announcement) => {
      const traced = { ...announcement, trace: announcement.trace ?? this.trace };
      if (to) return [outboxRowOf(traced, { subscriber: to }, this.now)];
      return outboxRowsOf(traced, this.audience, this.now);
    });
    await this.deliver(rows);
  }

  /** The outbox has more, or something of it is due otherwise: whoever delivers is to hear of it after the commit. */
  abstract announced(): void;

  /** Puts rows into the outbox. */
  async deliver(rows: readonly OutboxRow[]): Promise<void> {
    if (rows.length === 0) return;
    await this.insertDeliveries(rows);
    this.announced();
  }

  /** Who did what: one row of the audit for each act, in this transaction. It holds ids and numbers, and no text. */
  async audit(...acts: readonly Act[]): Promise<void> {
    const { now, request } = this;
    await insertAudit(this.dialect)(
      this,
      acts.map((act) => auditRowOf({ ...act, now, request })),
    );
  }

  /**
   * Inserts new items with all that goes with them: index states, words, events, speakers, source links and the audit. Gives the
   * ids of those that went in; a key that is taken keeps its row out. A row of a message gets its turn here.
   */
  abstract insertItems(items: readonly ItemToInsert[], author: Author): Promise<ReadonlySet<string>>;

  /**
   * An item's row was inserted or changed: its words are in the index of this commit where the store has one, its index
   * states are opened, its event is in the outbox, and embeddings of a former text are gone.
   */
  async itemStored(row: ItemRow, change: ItemChange): Promise<IndexState> {
    await this.itemsStored([{ row, ...change }]);
    return startingState(this.audience);
  }

  /** The same of any number of items of one organisation, whose rows are locked, or nobody else writes. */
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
    await this.deliver(announcements.flatMap((each) => outboxRowsOf(each, this.audience, this.now)));
  }

  /** Records that subscribers still have to process these versions, but for subscribers that the commit serves. */
  async openIndexStates(rows: readonly ItemRow[], audience = this.audience): Promise<void> {
    const states = rows.flatMap((row) => openedStates(row, audience, this.now));
    await openIndexStates(this.dialect)(this, states);
  }

  async keepFeatures(stored: readonly StoredItem[]): Promise<void> {
    const { keep, remove } = featureQueries(this.dialect);
    const read = stored.flatMap(({ row, features }) => (features ? [featuresRow(row, features)] : []));
    await keep(this, read);
    const erased = stored.filter(({ text }) => text === 'erased').map(({ row: { id } }) => id);
    if (erased.length > 0) await this.run(remove, { ids: this.dialect.listOf(erased) });
  }

  /**
   * Leaves tombstones of items of one organisation (`eraseItems`). An act of several items is audited by whoever does it. The rows
   * are locked, or nobody else writes.
   */
  abstract itemsForgotten(rows: readonly ItemRow[]): Promise<Removed>;

  /** Embeddings tell of the text, so they go with it, unless another item has the same text. Says how many links went. */
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

  /** Of tombstones, as their rows were before: a speaker goes with the last message that those who may see it can see. */
  abstract forgetSpeakers(rows: readonly ItemRow[]): Promise<void>;
  /** Text was taken away for good: the store's log is to let go of it too. */
  abstract erased(): void;

  /** Waits until nobody else holds it. Where one transaction writes at a time, there is nothing to wait for. */
  lock(lock: Lock): Promise<void> {
    return this.locks([lock]);
  }

  /** Takes several locks in one order, so that two transactions never wait for each other in a circle. */
  abstract locks(locks: readonly Lock[]): Promise<void>;

  protected async insertDeliveries(rows: readonly OutboxRow[]): Promise<void> {
    const insertion = insertDelivery(this.dialect);
    for (const row of rows) await this.run(insertion, row);
  }

  /** Brings the words of a row into the index of this commit, or takes those of a tombstone out, where the store has one. */
  protected abstract indexWords(row: ItemRow): void;
  protected abstract allRows(query: BoundQuery): Promise<unknown[]>;
  protected abstract firstRow(query: BoundQuery): Promise<unknown>;
  protected abstract changedRows(query: BoundQuery): Promise<number>;
}

/** Puts a row into the outbox. */
export const insertDelivery = ofDialect(({ queries }) =>
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
