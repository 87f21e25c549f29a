import type { OwnedTable } from '../forgetting/organisation-removal.ts';
import type { DialectName } from '../kit/dialect.ts';
import { storeTables } from './roof.ts';
import { itemColumns } from '../kit/item-rows.ts';
import type { Tables } from '../kit/tables.ts';

type Name = keyof Tables | 'embedding' | 'item_embedding';

/** A table of the truth with its key columns; a move reads it in the order of the key. */
export interface MovedTable {
  readonly name: Name;
  readonly key: readonly string[];
  /** The most rows that are moved together; fewer for large rows. */
  readonly batch: number;
  /** The columns to move, when the target has others that only older code uses. */
  readonly columns?: readonly string[];
}

const BATCH = 1000;
/** Embeddings travel as text of twice their size in bytes. */
const BATCH_OF_EMBEDDINGS = 200;

const table = (name: Name, ...key: string[]): MovedTable => ({ name, key, batch: BATCH });

/** Tables that a move copies, in an order in which every row comes after those that it references. */
export const movedTables: readonly MovedTable[] = [
  table('organisation', 'id'),
  table('principal', 'id'),
  table('api_key', 'id'),
  { ...table('item', 'seq'), columns: ['seq', ...itemColumns] },
  table('origin', 'item_id', 'ref'),
  table('speaker', 'org_id', 'reach', 'owner', 'channel', 'name'),
  table('alias', 'org_id', 'key'),
  table('alias_sighting', 'org_id', 'key', 'speaker', 'item_id'),
  table('idempotency', 'org_id', 'principal_id', 'key'),
  table('dead_letter', 'id'),
  table('audit', 'seq'),
  { ...table('embedding', 'org_id', 'content_hash', 'model_id', 'chunk'), batch: BATCH_OF_EMBEDDINGS },
  table('item_embedding', 'item_seq', 'model_id'),
  ...storeTables.filter(({ moves }) => moves === true).map(({ name, key }) => table(name as Name, ...key)),
];

/** Tables that a move does not copy, with the reason: the target creates their rows itself. */
export const leftBehind: Readonly<Record<string, string>> = {
  index_state: 'Every item is indexed again in the new place.',
  subscriber_progress: 'The sweeper goes through all items of the new place.',
  outbox: 'The sweeper sends waiting events again, with everything else.',
  generation: 'Indexes are built again.',
  migration: 'Each store has a schema of its own.',
  ...Object.fromEntries(storeTables.flatMap(({ name, moves }) => (moves === true ? [] : [[name, moves.leftBehind]]))),
};

/** Tables of the installation, and those that remain of a removed organisation. */
const STAYS: readonly string[] = ['audit', 'audit_seal', 'audit_head', 'organisation_removal'];

/** Tables to delete from with an organisation, in an order in which every row comes before those that it references. */
export const tablesOfOrganisations = (dialect: DialectName): readonly OwnedTable[] =>
  [
    ...storeTables,
    ...(dialect === 'postgres' ? [{ name: 'placement', key: ['org_id'] }] : []),
    { name: 'outbox', key: ['id'] },
    { name: 'index_state', key: ['item_seq', 'target'] },
    ...movedTables.filter(({ name }) => !storeTables.some((other) => other.name === name)).toReversed(),
  ]
    .filter(({ name }) => !STAYS.includes(name))
    .map(({ name, key }) => ({ name, key }));
