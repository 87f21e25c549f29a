import type { SQLInputValue } from 'node:sqlite';
import {
  eraseItems,
  itemOf,
  storeCommands,
  Transaction,
  type BoundQuery,
  type TransactionContext,
  type WriteContext,
  type WriteHooks,
} from '@cairn/store';
import { insertItems } from '../truth/insert-items.ts';
import type { PackedListing } from '../words/packed-listing.ts';
import { indexWordsInTransaction } from '../words/words-commands.ts';
import type { Database } from '../sqlite/database.ts';
import { subscribersOf, forgetReasons } from '../truth/outbox-commands.ts';
import { removeSpeaker } from '../truth/speaker-commands.ts';
import { sqlite } from '../sqlite/dialect.ts';

/** Maps the id of a long new item to its analysed words, with one listing for each analyser. */
export type ReadWords = ReadonlyMap<string, readonly PackedListing[]>;

const valuesOf = (parameters: unknown[]) => parameters as SQLInputValue[];

/** Transaction on a thread's connection. Its queries are synchronous, so two commands never interleave. */
export class SqliteTransaction extends Transaction {
  readonly dialect = sqlite;
  readonly context: TransactionContext;
  private readonly db: Database;

  constructor(db: Database, context: WriteContext, words?: ReadWords) {
    super();
    this.db = db;
    this.context = { ...context, subscribers: subscribersOf(db), hooks: this.hooks(words) };
  }

  async lock(): Promise<void> {}

  protected async allRows({ sql, parameters }: BoundQuery): Promise<unknown[]> {
    return this.db.rows(sql, ...valuesOf(parameters));
  }

  protected async firstRow({ sql, parameters }: BoundQuery): Promise<unknown> {
    return this.db.statement(sql).get(...valuesOf(parameters));
  }

  protected async changedRows({ sql, parameters }: BoundQuery): Promise<number> {
    return Number(this.db.statement(sql).run(...valuesOf(parameters)).changes);
  }

  private hooks(words: ReadWords | undefined): WriteHooks {
    const { db } = this;
    return {
      insertItems: (items, author) => insertItems(db, this, items, author),
      // Failure reasons in the outbox may quote the text of a forgotten item.
      forgetItems: async (rows) => {
        for (const { id } of rows) forgetReasons(db, id);
        return eraseItems(this, rows);
      },
      forgetSpeakers: async (rows) => {
        for (const row of rows) removeSpeaker(db, row);
      },
      indexWords: (row) => indexWordsInTransaction(db, itemOf(row), row.version === 1 ? words?.get(row.id) : undefined),
      note: (notice) => void db.notices.add(notice),
    };
  }
}

/** Command of `storeCommands` in the form in which it is sent to a thread. */
export interface StoreCall {
  readonly command: string;
  readonly input: unknown;
  readonly context: WriteContext;
  readonly words?: ReadWords | undefined;
}

export const readStore = (db: Database, { command, input, context }: StoreCall): Promise<unknown> =>
  storeCommands.read(new SqliteTransaction(db, context), command, input);

export const writeStore = (db: Database, { command, input, context, words }: StoreCall): Promise<unknown> =>
  storeCommands.write(new SqliteTransaction(db, context, words), command, input);
