import { movedTables, trackersIn, type Batch, type ItemCount, type MovedTable, type TableRow } from '@cairn/store';
import { CairnError, subscriptions } from '@cairn/contracts';
import { Client, escapeIdentifier } from 'pg';
import { migrateDatabase } from '../pool/migrate.ts';
import { migrationConfigOf } from '../pool/pool-config.ts';
import { storeError, unavailableError } from '../pool/postgres-errors.ts';
import { rowsAsJson } from '../pool/stored-text.ts';

/** Progress of a move into a database. */
export interface MoveState {
  /** Fingerprint of the folder at the beginning of the move. */
  readonly fingerprint: string;
  readonly table: string | null;
  /** Key of the last copied row of `table`. */
  readonly end: Batch['end'] | null;
  /** Time at which the move ended, epoch ms; null while it is under way. */
  readonly endedAt: number | null;
}

/** Creates a table for the progress of the move. Its single row is updated together with the copied rows. */
const CREATE_MOVE_TABLE = `
  create table if not exists move (
    one_row boolean primary key default true check (one_row),
    fingerprint text not null,
    began_at bigint not null,
    ended_at bigint,
    moved_table text,
    moved_end text
  )`;

/** Database into which a folder is moved. It is used as its owner, since policies restrict only the services. */
export class MoveTarget {
  private readonly client: Client;

  private constructor(client: Client) {
    this.client = client;
  }

  /** Connects to the database and changes nothing. */
  static async open(url: string): Promise<MoveTarget> {
    const client = new Client(migrationConfigOf({ url }));
    client.on('error', () => undefined);
    await client.connect().catch((error) => Promise.reject(unavailableError(error)));
    return new MoveTarget(client);
  }

  /** Migrates the database to the schema of this code, and adds the table for the progress. */
  async prepare(url: string): Promise<void> {
    await migrateDatabase(() => new Client(migrationConfigOf({ url })));
    await this.ask(CREATE_MOVE_TABLE);
  }

  /** Returns the progress; undefined when no move was ever begun. */
  async state(): Promise<MoveState | undefined> {
    if (!(await this.has('move'))) return undefined;
    const [row] = await this.ask('select * from move');
    if (!row) return undefined;
    const { fingerprint, moved_table: table, moved_end: end, ended_at: endedAt } = row;
    return { fingerprint, table, end: end && JSON.parse(String(end)), endedAt } as MoveState;
  }

  /** Throws if the database already has data of somebody else. */
  async requireEmpty(): Promise<void> {
    for (const table of ['organisation', 'item']) {
      if ((await this.has(table)) && (await this.ask(`select from ${table} limit 1`)).length > 0) throw notEmptyError();
    }
  }

  async begin(fingerprint: string, now: number): Promise<void> {
    await this.ask('insert into move (fingerprint, began_at) values ($1, $2)', [fingerprint, now]);
  }

  /** Returns the columns that the table has in the database. */
  async columnsOf({ name }: MovedTable): Promise<readonly string[]> {
    const columns = await this.ask(
      `select attname as name from pg_attribute
        where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
      [name],
    );
    return columns.map((column) => String(column['name']));
  }

  /**
   * Stores a batch and the progress in one transaction. From the time `now` on, the items of the batch count as waiting
   * for the indexes.
   */
  async put({ name }: MovedTable, columns: readonly string[], { rows, end }: Batch, now: number): Promise<void> {
    const list = columns.map(escapeIdentifier).join(', ');
    const values = [rowsAsJson(rows.map(withBytesAsText)), name, JSON.stringify(end)];
    await this.ask(
      `with put as (
        insert into ${name} (${list}) select ${list} from json_populate_recordset(null::${name}, $1::json) returning *
      )${name === 'item' ? INSERT_PENDING_STATES : ''}
      update move set moved_table = $2, moved_end = $3`,
      name === 'item' ? [...values, now, JSON.stringify(trackersIn(subscriptions))] : values,
    );
  }

  /** Ends the move: makes sequences continue after the copied rows, and updates the planner's statistics. */
  async end(now: number): Promise<void> {
    for (const table of movedTables.filter(({ key }) => key[0] === 'seq')) await this.ask(buildSequenceUpdate(table));
    for (const { name } of [...movedTables, { name: 'index_state' }]) await this.ask(`analyze ${name}`);
    await this.ask('update move set ended_at = $1', [now]);
  }

  async counts(): Promise<ItemCount[]> {
    return (await this.ask(
      'select org_id as "orgId", kind, state, count(*) as items from item group by 1, 2, 3 order by 1, 2, 3',
    )) as unknown as ItemCount[];
  }

  /** Reads all rows of a table in batches, in no particular order. */
  async *rows({ name, batch }: MovedTable, columns: readonly string[]): AsyncGenerator<TableRow[]> {
    await this.ask('begin isolation level repeatable read read only');
    try {
      await this.ask(
        `declare moved no scroll cursor for select ${columns.map(escapeIdentifier).join(', ')} from ${name}`,
      );
      for (;;) {
        const rows = (await this.ask(`fetch ${batch} from moved`)) as TableRow[];
        if (rows.length === 0) return;
        yield rows;
      }
    } finally {
      await this.ask('rollback');
    }
  }

  async close(): Promise<void> {
    await this.client.end();
  }

  private async has(table: string): Promise<boolean> {
    const [found] = await this.ask('select to_regclass($1) is not null as "is"', [table]);
    return found?.['is'] === true;
  }

  private async ask(text: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
    try {
      return (await this.client.query(text, [...values])).rows;
    } catch (error) {
      throw storeError(error);
    }
  }
}

/** Index states of the copied items: all items wait for the indexes, except deleted items. */
const INSERT_PENDING_STATES = `, states as (
  insert into index_state (item_seq, target, org_id, wanted, version, status, since, behind_since)
  select seq, tracker.subscriber, org_id, version, case state when 'deleted' then version else 0 end,
    case state when 'deleted' then 'indexed' else 'pending' end, $4::bigint, $4::bigint
  from put join json_to_recordset($5::json) as tracker (kind text, subscriber text) on tracker.kind = put.kind
)`;

const buildSequenceUpdate = ({ name }: MovedTable) =>
  `select setval(pg_get_serial_sequence('${name}', 'seq'), coalesce(max(seq), 1), max(seq) is not null) from ${name}`;

const withBytesAsText = (row: TableRow) =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, value instanceof Uint8Array ? hexOf(value) : value]),
  );

const hexOf = (bytes: Uint8Array) =>
  `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`;

const notEmptyError = () =>
  new CairnError(
    'config/invalid',
    'The database already holds an organisation. A move needs an empty one: make a new database, and start the cluster on it when the move is done.',
  );
