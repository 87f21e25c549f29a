import type { TextFeatures } from '@cairn/ports';
import type { Compilable } from 'kysely';
import type { Subscribers } from './deliveries.ts';
import type { Dialect } from './dialect.ts';
import type { Author, ItemRow, NewItemRow } from './item-rows.ts';
import { boundQuery, type AnyQuery, type Prepared } from './prepared.ts';

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

/** The parts of a write that each adapter does in its own way. */
export interface WriteHooks {
  /**
   * Inserts new items with all that belongs to them: index states, words, events, speakers, source links and the audit. Returns the
   * ids that were inserted; a row whose key is taken is left out. A message gets its turn here.
   */
  insertItems(items: readonly ItemToInsert[], author: Author): Promise<ReadonlySet<string>>;
  /**
   * Turns items of one organisation into tombstones (`eraseItems`). The caller audits an act on several items. The rows
   * must be locked, or the caller the only writer.
   */
  forgetItems(rows: readonly ItemRow[]): Promise<Removed>;
  /** Deletes speakers of forgotten rows whose last message visible to an audience is gone. Takes the rows as they were before. */
  forgetSpeakers(rows: readonly ItemRow[]): Promise<void>;
  /** Adds the words of a row to the word index of this commit, or removes those of a tombstone, where the store has one. */
  indexWords(row: ItemRow): void;
  /**
   * Notes for after the commit that the outbox has new rows or other due times, so that the dispatcher is informed; or that text was
   * deleted for good, so that the store also removes it from its log.
   */
  note(notice: 'outbox' | 'erased'): void;
}

/** The context of all that a transaction writes. */
export interface TransactionContext extends WriteContext {
  /** The subscriptions to events of writes. */
  readonly subscribers: Subscribers;
  readonly hooks: WriteHooks;
}

/** A query as text, with its values in order. */
export interface BoundQuery {
  readonly sql: string;
  readonly parameters: unknown[];
}

/** A transaction that only reads. */
export type ReadTransaction = Pick<Transaction, 'dialect' | 'now' | 'all' | 'get'>;

/**
 * One transaction of a store, with the same interface for either dialect: all of its changes are stored, or none. A command awaits all
 * its queries before it ends; queries that are not awaited one by one run together.
 */
export abstract class Transaction {
  abstract readonly dialect: Dialect;
  abstract readonly context: TransactionContext;

  /** Epoch ms. */
  get now(): number {
    return this.context.now;
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
   * Waits until no other transaction holds any of the locks. Several are taken in a fixed order, so that two transactions do not
   * deadlock. A store with one writer at a time never waits.
   */
  abstract lock(...locks: readonly Lock[]): Promise<void>;

  protected abstract allRows(query: BoundQuery): Promise<unknown[]>;
  protected abstract firstRow(query: BoundQuery): Promise<unknown>;
  protected abstract changedRows(query: BoundQuery): Promise<number>;
}
