import type { TextFeatures } from '@cairn/ports';
import type { Compilable } from 'kysely';
import type { Subscribers } from './deliveries.ts';
import type { Dialect } from './dialect.ts';
import type { Author, ItemRow, NewItemRow } from './item-rows.ts';
import { boundQuery, type AnyQuery, type Prepared } from './prepared.ts';

/** The context of a command, in addition to its input. */
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
  /** Whether other transactions that share the lock may hold it at the same time. */
  readonly isShared?: boolean;
}

/** Maps table names to numbers of deleted rows. */
export type RemovedRowsByTable = Readonly<Record<string, number>>;

/** Sums the numbers of deleted rows by table. Leaves out tables without deleted rows. */
export function sumRemovedRows(all: readonly RemovedRowsByTable[]): RemovedRowsByTable {
  const sums: Record<string, number> = {};
  for (const [table, rows] of all.flatMap((each) => Object.entries(each)))
    if (rows > 0) sums[table] = (sums[table] ?? 0) + rows;
  return sums;
}

/** A new item with its text features for ranking. */
export interface ItemToInsert {
  readonly row: NewItemRow;
  readonly features: TextFeatures;
}

/** The parts of a write that differ between adapters. */
export interface WriteHooks {
  /**
   * Inserts new items with all rows that belong to them: index states, words, events, speakers, source links and the audit.
   * Numbers the turns of messages. Skips a row whose unique key exists already; returns the ids of the inserted rows.
   */
  insertItems(items: readonly ItemToInsert[], author: Author): Promise<ReadonlySet<string>>;
  /**
   * Turns items of one organisation into tombstones (`eraseItems`). The caller writes the audit entry of an act on several
   * items, and has locked the rows or is the only writer.
   */
  forgetItems(rows: readonly ItemRow[]): Promise<RemovedRowsByTable>;
  /**
   * Deletes a speaker from an audience if no message of the speaker is left there. `rows` are the forgotten rows as they
   * were before.
   */
  forgetSpeakers(rows: readonly ItemRow[]): Promise<void>;
  /**
   * If the store indexes words in the commit: adds the words of a row to the index, or removes the words of a tombstone.
   */
  indexWords(row: ItemRow): void;
  /**
   * Requests work after the commit. `outbox`: the dispatcher is informed of new rows or other due times; `erased`: the
   * store also removes the deleted text from its log.
   */
  note(notice: 'outbox' | 'erased'): void;
}

/** The context that everything in a transaction shares. */
export interface TransactionContext extends WriteContext {
  /** The subscriptions to events of writes. */
  readonly subscribers: Subscribers;
  readonly hooks: WriteHooks;
}

/** The SQL of a query, and the values of its placeholders in order. */
export interface BoundQuery {
  readonly sql: string;
  readonly parameters: unknown[];
}

/** A transaction that only reads. */
export type ReadTransaction = Pick<Transaction, 'dialect' | 'now' | 'all' | 'get'>;

/**
 * One transaction of a store, with the same interface in both dialects: either all of its changes are stored or none. A
 * command must await all of its queries before it ends; queries that are started together run together.
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

  /** Returns the first row, or undefined. */
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
   * Takes locks, waiting until no other transaction holds any of these locks. Takes several locks in a fixed order, so
   * that two transactions do not deadlock. Never waits in a store with one writer at a time.
   */
  abstract lock(...locks: readonly Lock[]): Promise<void>;

  protected abstract allRows(query: BoundQuery): Promise<unknown[]>;
  protected abstract firstRow(query: BoundQuery): Promise<unknown>;
  protected abstract changedRows(query: BoundQuery): Promise<number>;
}
