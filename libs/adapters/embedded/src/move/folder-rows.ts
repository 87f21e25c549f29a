import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { movedTables, type Batch, type ItemCount, type MovedTable, type MoveSource, type TableRow } from '@cairn/store';
import { CairnError } from '@cairn/contracts';
import { Database } from '../sqlite/database.ts';
import { FolderLock } from '../sqlite/folder-lock.ts';
import { migrations, requireKnownSchema } from '../store/migrations.ts';
import { sampleQuestions, type SampleQuestion } from './sample-questions.ts';

const BATCH_BYTES = 4_000_000;

/** Maps a table to the SQL that selects its rows. Tables that are copied as they are stored have no entry. */
const places: Partial<Record<MovedTable['name'], string>> = {
  embedding: `(select embedding.org_id, content_hash, model_id, embedding.chunk, "from", "to", dims, vector, token_dims, tokens
    from embedding join passage on passage.seq = embedding.seq)`,
};

/** Data folder to move. The folder is locked, so that nobody writes to it, and is only read. */
export class FolderRows implements MoveSource {
  private readonly lock: FolderLock;
  private readonly db: Database;

  private constructor(lock: FolderLock, db: Database) {
    this.lock = lock;
    this.db = db;
  }

  /**
   * Opens a folder. Throws `data/locked` if a server uses the folder, and `config/invalid` if the folder is missing or
   * was written by a different version of Cairn.
   */
  static open(dataDir: string): FolderRows {
    const path = join(resolve(dataDir), 'cairn.db');
    if (!existsSync(path)) throw new CairnError('config/invalid', `There is no data folder at ${dataDir}.`);
    const lock = FolderLock.take(resolve(dataDir));
    try {
      const db = new Database(path, 'reader');
      requireOurSchema(db, dataDir);
      return new FolderRows(lock, db);
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  sizes(): ReadonlyMap<string, number> {
    return new Map(movedTables.map(({ name }) => [name, this.db.value<number>(`select count(*) from ${name}`)]));
  }

  counts(): ItemCount[] {
    const sorts = this.db.statement(
      'select org_id as orgId, kind, state, count(*) as items from item group by 1, 2, 3 order by 1, 2, 3',
    );
    return sorts.all().map((row) => ({ ...row }) as unknown as ItemCount);
  }

  *batches({ name, key, batch }: MovedTable, columns: readonly string[], after?: Batch['end']): Generator<Batch> {
    const keys = listOf(key);
    const later = after ? `where (${keys}) > (${key.map(() => '?').join(', ')})` : '';
    const all = this.db.statement(
      `select ${listOf(columns)} from ${places[name] ?? name} as moved ${later} order by ${keys}`,
    );
    let rows: TableRow[] = [];
    let bytes = 0;
    for (const row of all.iterate(...(after ?? [])) as Iterable<TableRow>) {
      rows.push(row);
      bytes += bytesOf(row);
      if (rows.length < batch && bytes < BATCH_BYTES) continue;
      yield { rows, end: endOf(rows, key) };
      [rows, bytes] = [[], 0];
    }
    if (rows.length > 0) yield { rows, end: endOf(rows, key) };
  }

  fingerprint(): string {
    const organisations = this.db.statement('select id, created_at from organisation order by id').all();
    const audited = this.db.value<number>('select coalesce(max(seq), 0) from audit');
    return createHash('sha256')
      .update(JSON.stringify([organisations, audited, [...this.sizes()]]))
      .digest('hex');
  }

  /** Returns questions about items that everyone in the key's organisation may see, to compare the answers of both stores. */
  questions(keyHash: string, count: number): SampleQuestion[] {
    return sampleQuestions(this.db, keyHash, count);
  }

  close(): void {
    this.db.close();
    this.lock.release();
  }
}

function requireOurSchema(db: Database, dataDir: string): void {
  if (requireKnownSchema((sql) => db.value(sql)) === migrations.length) return;
  throw new CairnError(
    'config/invalid',
    `The data folder ${dataDir} was last written by an older Cairn: start it with this one and stop it, then move it.`,
  );
}

const listOf = (columns: readonly string[]) => columns.map((column) => `"${column}"`).join(', ');

const endOf = (rows: readonly TableRow[], key: readonly string[]) =>
  key.map((column) => rows.at(-1)?.[column] as string | number);

const bytesOf = (row: TableRow) =>
  Object.values(row).reduce<number>(
    (sum, value) => sum + (typeof value === 'object' ? (value?.length ?? 0) : String(value).length),
    0,
  );
