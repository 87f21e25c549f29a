import { claim, releaseLeases } from '../truth/outbox-commands.ts';
import { vectorWrites } from '../vectors/vectors-commands.ts';
import { wordWrites } from '../words/words-commands.ts';
import { writeStore } from './sqlite-session.ts';
import type { Database } from '../sqlite/database.ts';

/** What the writer can be asked to do, by name. Each is whole: all of it is stored, or nothing. */
export const writerCommands = {
  claim,
  tryDisk,
  writeStore,
  ...wordWrites,
  ...vectorWrites,
};

export type WriterCommands = typeof writerCommands;

/** A commit like any other that changes nothing anyone reads: whether the disk takes it. */
function tryDisk(db: Database): void {
  const other = db.value<number>('pragma user_version') === 0 ? 1 : 0;
  db.exec(`pragma user_version = ${other}`);
}

/** What is done once, before the first command. */
export function prepareWriter(db: Database, now: number): void {
  releaseLeases(db, now);
}
