import { claimDeliveries, releaseLeases } from '../truth/outbox-commands.ts';
import { vectorWrites } from '../vectors/vectors-commands.ts';
import { wordWrites } from '../words/words-commands.ts';
import { writeStore } from './sqlite-transaction.ts';
import type { Database } from '../sqlite/database.ts';

/** The commands of the writer thread, by name. Each is atomic. */
export const writerCommands = {
  claim: claimDeliveries,
  tryDisk,
  writeStore,
  ...wordWrites,
  ...vectorWrites,
};

export type WriterCommands = typeof writerCommands;

/** Commits a change that nobody reads, to find out whether the disk accepts it. */
function tryDisk(db: Database): void {
  const other = db.value<number>('pragma user_version') === 0 ? 1 : 0;
  db.exec(`pragma user_version = ${other}`);
}

/** Prepares the writer; runs once, before the first command. */
export function prepareWriter(db: Database, now: number): void {
  releaseLeases(db, now);
}
