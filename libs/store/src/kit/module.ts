import { CairnError, type Item, type OrgId } from '@cairn/contracts';
import type { TableDescription } from './ddl.ts';
import type { Lock, ReadTransaction, Transaction } from './transaction.ts';

/** The organisation whose rows a command may access, or `all` for commands that serve all organisations. */
export type Reach = OrgId | 'all';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- What a command takes is typed where it is written and where it is called; a list of modules holds them all.
type Command<Tx> = (tx: Tx, input: any) => Promise<unknown>;

/** The store's part of one feature: its tables and its commands, each written once for both dialects. */
export interface StoreModule {
  readonly name: string;
  readonly tables: readonly TableDescription[];
  /** Commands that only read. */
  readonly reads: Readonly<Record<string, Command<ReadTransaction>>>;
  /**
   * Commands that change rows; each runs in one transaction. Their inputs and results are plain data, since they are sent
   * between threads.
   */
  readonly writes: Readonly<Record<string, Command<Transaction>>>;
  /** Maps the name of a write to a function that returns the locks to take when the transaction of the write begins. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- As with `Command`.
  readonly locks?: Readonly<Record<string, (input: any) => readonly Lock[]>>;
  /**
   * Maps the name of a write to a function that returns the new items of the write. A store that indexes words within the
   * commit analyses long texts before the commit begins.
   */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- As with `Command`.
  readonly newItems?: Readonly<Record<string, (input: any, now: number) => readonly Item[]>>;
  /**
   * Names of writes that need not wait for the disk. Such a write is repeated if it is lost, as with the report that an
   * index contains an item, or its loss is harmless.
   */
  readonly repeatable?: readonly string[];
}

/** Pairs of a table that names items and the column with the item's id. */
export type Naming = readonly (readonly [table: string, column: string])[];

/**
 * The tables that name items. The commit that forgets an item deletes its rows from the tables in `inCommit`; the tables
 * in `bySubscriber` are cleaned later by a subscriber.
 */
export interface TablesOfItems {
  readonly inCommit: Naming;
  readonly bySubscriber: Naming;
}

/** Runs commands by name (`module.command`). Each adapter implements it; `callsOf` adds the types of the commands. */
export interface SqlStore {
  read(command: string, reach: Reach, input: unknown): Promise<unknown>;
  /** Resolves when the result of the command is on disk; rejects if nothing of it is stored. */
  write(command: string, reach: Reach, input: unknown): Promise<unknown>;
}

/** Awaits a write; if it fails, tells the caller that nothing was stored. */
export async function awaitStored<Output>(write: Promise<Output>): Promise<Output> {
  try {
    return await write;
  } catch (error) {
    if (!(error instanceof CairnError) || (error.code !== 'truth/unavailable' && error.code !== 'truth/full'))
      throw error;
    const { code, message, cause, issues } = error;
    throw new CairnError(code, `${message} Nothing was stored.`, { cause, issues });
  }
}

/** Finds the commands of all modules by name (`module.command`). */
export class CommandTable {
  private readonly reads: ReadonlyMap<string, Command<ReadTransaction>>;
  private readonly writes: ReadonlyMap<string, Command<Transaction>>;
  private readonly repeatable: ReadonlySet<string>;
  private readonly locks: ReadonlyMap<string, (input: unknown) => readonly Lock[]>;
  private readonly newItems: ReadonlyMap<string, (input: unknown, now: number) => readonly Item[]>;

  constructor(modules: readonly StoreModule[]) {
    this.locks = new Map(modules.flatMap(({ name, locks = {} }) => nameCommands(name, locks)));
    this.newItems = new Map(modules.flatMap(({ name, newItems = {} }) => nameCommands(name, newItems)));
    this.reads = new Map(modules.flatMap(({ name, reads }) => nameCommands(name, reads)));
    this.writes = new Map(modules.flatMap(({ name, writes }) => nameCommands(name, writes)));
    this.repeatable = new Set(
      modules.flatMap(({ name, repeatable = [] }) => repeatable.map((each) => `${name}.${each}`)),
    );
  }

  read(tx: ReadTransaction, command: string, input: unknown): Promise<unknown> {
    return findCommand(this.reads, command)(tx, input);
  }

  write(tx: Transaction, command: string, input: unknown): Promise<unknown> {
    return findCommand(this.writes, command)(tx, input);
  }

  locksOf(command: string, input: unknown): readonly Lock[] {
    return this.locks.get(command)?.(input) ?? [];
  }

  newItemsOf(command: string, input: unknown, now: number): readonly Item[] {
    return this.newItems.get(command)?.(input, now) ?? [];
  }

  isRepeatable(command: string): boolean {
    return this.repeatable.has(command);
  }
}

const nameCommands = <Of>(module: string, commands: Readonly<Record<string, Of>>) =>
  Object.entries(commands).map(([name, command]) => [`${module}.${name}`, command] as const);

function findCommand<Of>(commands: ReadonlyMap<string, Of>, name: string): Of {
  const command = commands.get(name);
  if (!command) throw new Error(`there is no command ${name}`);
  return command;
}
