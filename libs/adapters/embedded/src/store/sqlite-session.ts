import type { SQLInputValue } from 'node:sqlite';
import {
  eraseItems,
  itemOf,
  storeCommands,
  StoreWriteSession,
  type Subscribers,
  type BoundQuery,
  type Author,
  type ItemRow,
  type ItemToInsert,
  type WriteContext,
  type Removed,
} from '@cairn/store';
import { insertItems } from '../truth/insert-items.ts';
import type { PackedListing } from '../words/packed-listing.ts';
import { indexWordsInTransaction } from '../words/words-commands.ts';
import type { Database } from '../sqlite/database.ts';
import { subscribersOf, forgetReasons } from '../truth/outbox-commands.ts';
import { removeSpeaker } from '../truth/speaker-commands.ts';
import { sqlite } from '../sqlite/dialect.ts';

/** Analysed words of long new items, one listing for each analyser, by item id. */
export type ReadWords = ReadonlyMap<string, readonly PackedListing[]>;

const valuesOf = (parameters: unknown[]) => parameters as SQLInputValue[];

/** The transaction of a thread's connection. Its queries are synchronous, so two commands never interleave. */
export class SqliteSession extends StoreWriteSession {
  readonly dialect = sqlite;
  readonly subscribers: Subscribers;
  private readonly db: Database;
  private readonly words: ReadWords | undefined;

  constructor(db: Database, context: WriteContext, words?: ReadWords) {
    super(context);
    this.words = words;
    this.db = db;
    this.subscribers = subscribersOf(db);
  }

  insertItems(items: readonly ItemToInsert[], author: Author): Promise<Set<string>> {
    return insertItems(this.db, this, items, author);
  }

  /** Also clears failure reasons in the outbox, which may quote the text. */
  async itemsForgotten(rows: readonly ItemRow[]): Promise<Removed> {
    for (const { id } of rows) forgetReasons(this.db, id);
    return eraseItems(this, rows);
  }

  async forgetSpeakers(rows: readonly ItemRow[]): Promise<void> {
    for (const row of rows) removeSpeaker(this.db, row);
  }

  erased(): void {
    this.db.notices.add('erased');
  }

  async locks(): Promise<void> {}

  protected indexWords(row: ItemRow): void {
    indexWordsInTransaction(this.db, itemOf(row), row.version === 1 ? this.words?.get(row.id) : undefined);
  }

  protected async allRows({ sql, parameters }: BoundQuery): Promise<unknown[]> {
    return this.db.statement(sql).all(...valuesOf(parameters));
  }

  protected async firstRow({ sql, parameters }: BoundQuery): Promise<unknown> {
    return this.db.statement(sql).get(...valuesOf(parameters));
  }

  protected async changedRows({ sql, parameters }: BoundQuery): Promise<number> {
    return Number(this.db.statement(sql).run(...valuesOf(parameters)).changes);
  }

  announced(): void {
    this.db.notices.add('outbox');
  }
}

/** A command of `storeCommands` as it crosses to a thread. */
export interface StoreCall {
  readonly command: string;
  readonly input: unknown;
  readonly context: WriteContext;
  readonly words?: ReadWords | undefined;
}

export const readStore = (db: Database, { command, input, context }: StoreCall): Promise<unknown> =>
  storeCommands.read(new SqliteSession(db, context), command, input);

export const writeStore = (db: Database, { command, input, context, words }: StoreCall): Promise<unknown> =>
  storeCommands.write(new SqliteSession(db, context, words), command, input);
