import type { RowOf, speaker, Tables as SharedTables } from '@cairn/store';

/** The tables of the file: those of every truth, and those that differ from Postgres. */
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
