import type { DialectName } from './dialect.ts';

/** Compares by bytes like SQLite, independent of the locale of the system. */
export const POSTGRES_TEXT = 'text collate "C"';

/** The type of a column in each dialect. */
const sorts = {
  id: { sqlite: 'text', postgres: 'uuid' },
  text: { sqlite: 'text', postgres: POSTGRES_TEXT },
  int: { sqlite: 'integer', postgres: 'int' },
  /** Epoch ms. */
  time: { sqlite: 'integer', postgres: 'bigint' },
  real: { sqlite: 'real', postgres: 'float8' },
} as const;

export interface Column<Value = unknown> {
  readonly sort: keyof typeof sorts;
  readonly isNullable: boolean;
  /** Exists only for the type of the values. */
  readonly value?: Value;
}

const columnOf =
  <Default>(sort: Column['sort']) =>
  <Value extends Default = Default>(): Column<Value> => ({ sort, isNullable: false });

/** Columns for tables: `column.id()`, `column.text<'used' | 'wrong'>()`. */
export const column = {
  id: columnOf<string>('id'),
  text: columnOf<string>('text'),
  int: columnOf<number>('int'),
  time: columnOf<number>('time'),
  real: columnOf<number>('real'),
  nullable: <Value>({ sort }: Column<Value>): Column<Value | null> => ({ sort, isNullable: true }),
};

/** A table with rows of organisations, created from this in both dialects. A released table never changes: add a step to `schemaSteps`. */
export interface TableDescription {
  readonly name: string;
  /** With `org_id`: on Postgres row-level security holds each row to its organisation. */
  readonly columns: Readonly<Record<string, Column>> & { readonly org_id: Column<string> };
  readonly key: readonly string[];
  /** Definitions of indexes by name: `(org_id, kind) where kind <> 'used'`. */
  readonly indexes?: Readonly<Record<string, string>>;
  /** Columns that name an item: the row is deleted when that item is forgotten. */
  readonly itemColumns?: readonly string[];
  /** The privileges of the services' role on Postgres, in the syntax of `grant`. */
  readonly appMay: string;
  /** Whether `cairn migrate` copies its rows, or why it does not. */
  readonly moves: true | { readonly leftBehind: string };
}

/** Preserves the column types, from which `RowOf` derives the type of a row. */
export const defineTable = <Description extends TableDescription>(description: Description): Description => description;

export type RowOf<Table extends TableDescription> = {
  [Name in keyof Table['columns']]: Table['columns'][Name] extends Column<infer Value> ? Value : never;
};

/** The statements that create a table. */
export function ddlOf(table: TableDescription, dialect: DialectName): string {
  const columns = Object.entries(table.columns).map(
    ([name, { sort, isNullable }]) => `${name} ${sorts[sort][dialect]}${isNullable ? '' : ' not null'}`,
  );
  const parts = [...columns, `primary key (${table.key.join(', ')})`].join(',\n    ');
  const indexes = Object.entries(table.indexes ?? {}).map(
    ([name, on]) => `create index ${name} on ${table.name} ${on};`,
  );
  const end = dialect === 'sqlite' ? ' without rowid;' : `;${lockedTable(table.name, table.appMay)}`;
  return [`create table ${table.name} (\n    ${parts}\n  )${end}`, ...indexes].join('\n  ');
}

/** Selects rows of the organisation that the transaction has set; none when it has set none. Evaluated once for each statement. */
const ours = `org_id = (select nullif(current_setting('cairn.org_id', true), '')::uuid)`;

/** Enables row-level security for a table on Postgres. */
export const lockedTable = (table: string, appMay?: string) => `
  alter table ${table} enable row level security;
  create policy of_the_organisation on ${table} to cairn_app using (${ours}) with check (${ours});
  create policy of_all on ${table} to cairn_system using (true) with check (true);
  ${appMay ? `grant ${appMay} on ${table} to cairn_app;` : ''}
  grant select, insert, update, delete on ${table} to cairn_system;`;
