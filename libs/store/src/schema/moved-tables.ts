import { storeTables } from './features.ts';

/** A table of the truth and its key columns. A move reads the table in the order of the key. */
export interface MovedTable {
  readonly name: string;
  readonly key: readonly string[];
  /** The most rows that are moved together; less for tables with large rows. */
  readonly batch: number;
}

const BATCH_ROWS = 1000;
/** A small batch, since embeddings are sent as text that is twice as long as their bytes. */
const BATCH_OF_EMBEDDINGS = 200;

/** The tables that a move copies into Postgres. Each table comes after the tables that it references. */
export const movedTables: readonly MovedTable[] = storeTables
  .filter(({ moves, only }) => moves === true && only !== 'sqlite')
  .map(({ name, key }) => ({ name, key, batch: name === 'embedding' ? BATCH_OF_EMBEDDINGS : BATCH_ROWS }));

/**
 * Maps the name of each table that a move does not copy to the reason. The target creates the rows of these tables
 * itself.
 */
export const reasonByTableNotCopied: Readonly<Record<string, string>> = {
  migration: 'Each store has a schema of its own.',
  ...Object.fromEntries(storeTables.flatMap(({ name, moves }) => (moves === true ? [] : [[name, moves.leftBehind]]))),
};
