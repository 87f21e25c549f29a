import type { SpeakerTable as Speakers, Tables as SharedTables } from '@cairn/adapter-sql';

/** The tables of the one file: those that every truth has, and what is kept otherwise than on Postgres. */
export interface Tables extends SharedTables {
  migration: MigrationTable;
  speaker: SpeakerTable;
}

export interface MigrationTable {
  number: number;
  name: string;
  applied_at: number;
}

/** With how many present messages each has; the one writer counts them as it goes. */
export interface SpeakerTable extends Speakers {
  messages: number;
}
