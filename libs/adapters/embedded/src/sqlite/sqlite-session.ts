import type { SQLInputValue } from 'node:sqlite';
import {
  announcementOf,
  itemOf,
  storeCommands,
  StoreWriteSession,
  type Audience,
  type BoundQuery,
  type ItemRow,
  type Occasion,
  type Removed,
} from '@cairn/adapter-sql';
import type { IndexState } from '@cairn/contracts';
import { forgetEmbedding } from '../truth/embedding-commands.ts';
import { indexStateOf, reopenIndexStates, startIndexStates } from '../truth/index-states.ts';
import { eraseItem } from '../truth/write-commands.ts';
import { indexWordsInTransaction } from '../words/words-commands.ts';
import type { Database } from './database.ts';
import { audienceOf } from '../truth/outbox-commands.ts';
import { sqlite } from './dialect.ts';

const valuesOf = (parameters: unknown[]) => parameters as SQLInputValue[];

/** The transaction of a thread's connection. Its queries are synchronous, so a command never lets another one by. */
export class SqliteSession extends StoreWriteSession {
  readonly dialect = sqlite;
  readonly audience: Audience;
  private readonly db: Database;

  constructor(db: Database, occasion: Occasion) {
    super(occasion);
    this.db = db;
    this.audience = audienceOf(db);
  }

  async itemStored(row: ItemRow, change: 'new' | 'changed' | 'text changed'): Promise<IndexState> {
    const { seq, org_id: orgId, kind, id, version } = row;
    const written = { seq, orgId, kind, id, version };
    indexWordsInTransaction(this.db, itemOf(row));
    if (change === 'new') startIndexStates(this.db, written, this.now);
    else reopenIndexStates(this.db, written, this.now);
    if (change === 'text changed') forgetEmbedding(this.db, seq);
    await this.announce(announcementOf(written));
    return indexStateOf(this.db, seq);
  }

  async itemForgotten(row: ItemRow): Promise<Removed> {
    return eraseItem(this.db, row, { now: this.now, trace: this.trace });
  }

  erased(): void {
    this.db.notices.add('erased');
  }

  async lock(): Promise<void> {}

  protected async allRows({ sql, parameters }: BoundQuery): Promise<unknown[]> {
    return this.db.statement(sql).all(...valuesOf(parameters));
  }

  protected async firstRow({ sql, parameters }: BoundQuery): Promise<unknown> {
    return this.db.statement(sql).get(...valuesOf(parameters));
  }

  protected async changedRows({ sql, parameters }: BoundQuery): Promise<number> {
    return Number(this.db.statement(sql).run(...valuesOf(parameters)).changes);
  }

  protected announced(): void {
    this.db.notices.add('outbox');
  }
}

/** A command of `storeCommands` as it crosses to a thread. */
export interface StoreCall {
  readonly command: string;
  readonly input: unknown;
  readonly occasion: Occasion;
}

export const readStore = (db: Database, { command, input, occasion }: StoreCall): Promise<unknown> =>
  storeCommands.read(new SqliteSession(db, occasion), command, input);

export const writeStore = (db: Database, { command, input, occasion }: StoreCall): Promise<unknown> =>
  storeCommands.write(new SqliteSession(db, occasion), command, input);
