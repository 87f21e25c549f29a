import type { SpeakerTable as Speakers, Tables as SharedTables } from '@cairn/store';

/** The tables of the file: those of every truth, and those that differ from Postgres. */
export interface Tables extends SharedTables {
  migration: MigrationTable;
  speaker: SpeakerTable;
}

export interface MigrationTable {
  number: number;
  name: string;
  applied_at: number;
}

/** A speaker with the number of their present messages, which the single writer counts. */
export interface SpeakerTable extends Speakers {
  messages: number;
}
