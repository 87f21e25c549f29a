import type { RowOf, speaker, Tables as SharedTables } from '@cairn/store';

/** Tables of the file: the tables of every truth, and the tables that differ from Postgres. */
export interface Tables extends SharedTables {
  migration: MigrationTable;
  speaker: SpeakerTable;
}

interface MigrationTable {
  number: number;
  name: string;
  applied_at: number;
}

export type SpeakerTable = RowOf<typeof speaker>;
