import type { OwnedTable } from '../features/organisation-removal.ts';
import type { DialectName } from '../dialect.ts';
import { storeTables } from './roof.ts';
import { itemColumns } from '../item-rows.ts';
import type { Tables } from '../tables.ts';

type Name = keyof Tables | 'embedding' | 'item_embedding';

/** A table of the truth, with the columns that tell its rows apart; a move goes through them in that order. */
export interface MovedTable {
  readonly name: Name;
  readonly key: readonly string[];
  /** Rows that travel together at most; fewer where they are large. */
  readonly batch: number;
  /** Those that travel, where the new place has others that only older code knows. */
  readonly columns?: readonly string[];
}

const BATCH = 1000;
/** Their bytes travel as text of twice the length. */
const BATCH_OF_EMBEDDINGS = 200;

const table = (name: Name, ...key: string[]): MovedTable => ({ name, key, batch: BATCH });

/** What a move carries from one truth to another, so that every row comes after those that it points to. */
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

/** What both truths have and a move leaves behind: the new place makes its own. */
export const leftBehind: Readonly<Record<string, string>> = {
  index_state: 'Every item waits for the indexes of the new place.',
  subscriber_progress: 'The sweeper goes through all items of the new place.',
  outbox: 'What waits in it is sent again by the sweeper, with everything else.',
  generation: 'Indexes are built anew.',
  migration: 'Each store has a schema of its own.',
  ...Object.fromEntries(storeTables.flatMap(({ name, moves }) => (moves === true ? [] : [[name, moves.leftBehind]]))),
};

/** Of the installation's own, or what is left of an organisation that was removed. */
const STAYS: readonly string[] = ['audit', 'audit_seal', 'audit_head', 'organisation_removal'];

/** Those with rows of organisations, so that every row comes before those that it points to: what goes with an organisation. */
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
