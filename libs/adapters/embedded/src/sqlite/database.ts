import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { boundQuery, type AnyQuery, type Prepared } from '@cairn/store';
import { CairnError, subscriptions, type Subscription } from '@cairn/contracts';
import type { Compilable } from 'kysely';
import { LRUCache } from 'lru-cache';

/** Lowest supported version of SQLite. Earlier versions have a race in the WAL that can lose committed data. */
const SQLITE_VERSION_MIN: readonly number[] = [3, 51, 3];
const STATEMENTS_CACHED_MAX = 400;
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Settings of the connections. A reader caches 16 MB of pages and maps no pages into memory: mapped pages would count
 * as the memory of this process, and reading pages from the system's cache takes no longer.
 */
const pragmas = {
  writer: [
    'journal_mode = wal',
    'synchronous = full',
    'foreign_keys = on',
    'secure_delete = on',
    `busy_timeout = ${BUSY_TIMEOUT_MS}`,
    'cache_size = -65536',
    'temp_store = memory',
    'wal_autocheckpoint = 4000',
    'journal_size_limit = 67108864',
  ],
  reader: [
    'query_only = on',
    `busy_timeout = ${BUSY_TIMEOUT_MS}`,
    'cache_size = -16384',
    'mmap_size = 0',
    'temp_store = memory',
  ],
};

/** One connection to the file. Its calls are synchronous, so it runs in a separate thread. */
export class Database {
  private readonly connection: DatabaseSync;
  private readonly statements = new LRUCache<string, StatementSync>({ max: STATEMENTS_CACHED_MAX });
  private readonly rowStatements = new LRUCache<string, RowStatement>({ max: STATEMENTS_CACHED_MAX });
  /** Notices that the main thread gets after the commit, such as that the outbox has new rows. */
  readonly notices = new Set<CommitNotice>();
  /** Subscriptions to the events of writes. */
  readonly subscriptions: readonly Subscription[];
  readonly isReadOnly: boolean;

  constructor(path: string, role: 'writer' | 'reader', heard: readonly Subscription[] = subscriptions) {
    this.subscriptions = heard;
    this.isReadOnly = role === 'reader';
    this.connection = new DatabaseSync(path, { readOnly: this.isReadOnly });
    assertSqliteVersion(this.value<string>('select sqlite_version()'));
    for (const pragma of pragmas[role]) this.connection.exec(`pragma ${pragma}`);
  }

  get inTransaction(): boolean {
    return this.connection.isTransaction;
  }

  exec(sql: string): void {
    this.connection.exec(sql);
  }

  /** Returns a prepared statement, from a cache that drops the least recently used statements. */
  statement(sql: string): StatementSync {
    const statement = this.statements.get(sql) ?? this.connection.prepare(sql);
    this.statements.set(sql, statement);
    return statement;
  }

  /** Returns a prepared statement whose rows are arrays. */
  arrays(sql: string): StatementSync {
    return (this.rowStatements.get(sql) ?? this.prepareRows(sql)).statement;
  }

  /**
   * Returns the rows of a query as objects of one shape. SQLite's own objects are dictionaries, and reading their fields takes
   * as long as the query.
   */
  rows(sql: string, ...parameters: SQLInputValue[]): object[] {
    const { statement, names } = this.rowStatements.get(sql) ?? this.prepareRows(sql);
    return (statement.all(...parameters) as unknown as unknown[][]).map((values) => rowOf(names, values));
  }

  private prepareRows(sql: string): RowStatement {
    const statement = this.connection.prepare(sql);
    statement.setReturnArrays(true);
    const prepared = { statement, names: statement.columns().map(({ name }) => name) };
    this.rowStatements.set(sql, prepared);
    return prepared;
  }

  run<Row>(query: Compilable<Row>): { changes: number; lastSeq: number };
  run<Values extends object, Row>(query: Prepared<Values, Row>, values: Values): { changes: number; lastSeq: number };
  run(query: AnyQuery, values?: object): { changes: number; lastSeq: number } {
    const [sql, parameters] = bindValues(query, values);
    const { changes, lastInsertRowid } = this.statement(sql).run(...parameters);
    return { changes: Number(changes), lastSeq: Number(lastInsertRowid) };
  }

  all<Row>(query: Compilable<Row>): Row[];
  all<Values extends object, Row>(query: Prepared<Values, Row>, values: Values): Row[];
  all(query: AnyQuery, values?: object): unknown[] {
    const [sql, parameters] = bindValues(query, values);
    return this.rows(sql, ...parameters);
  }

  get<Row>(query: Compilable<Row>): Row | undefined;
  get<Values extends object, Row>(query: Prepared<Values, Row>, values: Values): Row | undefined;
  get(query: AnyQuery, values?: object): unknown {
    const [sql, parameters] = bindValues(query, values);
    return this.statement(sql).get(...parameters);
  }

  /** Returns the first column of the first row. */
  value<Value>(sql: string, ...parameters: SQLInputValue[]): Value {
    const row = this.statement(sql).get(...parameters);
    return (row && Object.values(row)[0]) as Value;
  }

  /**
   * Copies the log into the file and truncates the log, so that the log contains no erased text. Returns false at once
   * if a reader still uses the log.
   */
  cutLog(): boolean {
    this.exec('pragma busy_timeout = 0');
    try {
      return this.value<number>('pragma wal_checkpoint(truncate)') === 0;
    } finally {
      this.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
    }
  }

  close(): void {
    this.statements.clear();
    this.rowStatements.clear();
    this.connection.close();
  }
}

interface RowStatement {
  /** Returns arrays. */
  readonly statement: StatementSync;
  readonly names: readonly string[];
}

function rowOf(names: readonly string[], values: readonly unknown[]): object {
  const row: Record<string, unknown> = {};
  for (let at = 0; at < names.length; at++) row[names[at] as string] = values[at];
  return row;
}

/** Notice that the main thread gets with the answers after a commit. */
export type CommitNotice = 'outbox' | 'speakers' | 'erased';

function bindValues(query: AnyQuery, values: object | undefined): [string, SQLInputValue[]] {
  const { sql, parameters } = boundQuery(query, values);
  return [sql, parameters as SQLInputValue[]];
}

export function assertSqliteVersion(found: string): void {
  const parts = found.split('.').map(Number);
  const differs = SQLITE_VERSION_MIN.findIndex((least, index) => parts[index] !== least);
  if (differs < 0 || (parts[differs] ?? 0) > (SQLITE_VERSION_MIN[differs] as number)) return;
  throw new CairnError(
    'config/invalid',
    `This Node has SQLite ${found}; ${SQLITE_VERSION_MIN.join('.')} or newer is needed, since older ones can lose committed writes. Use Node 24.15 or newer.`,
  );
}
