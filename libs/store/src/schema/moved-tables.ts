import type { OwnedTable } from '../forgetting/organisation-removal.ts';
import type { DialectName } from '../kit/ddl.ts';
import { storeTables } from './features.ts';

/** A table of the truth with its key columns; a move reads it in the order of the key. */
export interface MovedTable {
  readonly name: string;
  readonly key: readonly string[];
  /** The most rows that are moved together; fewer for large rows. */
  readonly batch: number;
}

const BATCH = 1000;
/** Embeddings travel as text of twice their size in bytes. */
const BATCH_OF_EMBEDDINGS = 200;

/** Tables that a move copies into Postgres, in an order in which every row comes after those that it references. */
export const movedTables: readonly MovedTable[] = storeTables
  .filter(({ moves, only }) => moves === true && only !== 'sqlite')
  .map(({ name, key }) => ({ name, key, batch: name === 'embedding' ? BATCH_OF_EMBEDDINGS : BATCH }));

/** Tables that a move does not copy, with the reason: the target creates their rows itself. */
export const leftBehind: Readonly<Record<string, string>> = {
  migration: 'Each store has a schema of its own.',
  ...Object.fromEntries(storeTables.flatMap(({ name, moves }) => (moves === true ? [] : [[name, moves.leftBehind]]))),
};

/** Tables of the installation, and those that remain of a removed organisation. */
const STAYS: readonly string[] = ['audit', 'audit_seal', 'audit_head', 'organisation_removal'];

/** Tables to delete from with an organisation, in an order in which every row comes before those that it references. */
export const tablesOfOrganisations = (dialect: DialectName): readonly OwnedTable[] =>
  storeTables
    .filter(({ name, columns, only = dialect }) => only === dialect && ('org_id' in columns || name === 'organisation'))
    .filter(({ name }) => !STAYS.includes(name))
    .map(({ name, key }) => ({ name, key }))
    .toReversed();
