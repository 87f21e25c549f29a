import { readStore } from './sqlite-transaction.ts';
import { vectorReads } from '../vectors/vectors-commands.ts';
import { wordReads } from '../words/words-commands.ts';

/** Commands of a reader thread, by name. */
export const readerCommands = {
  readStore,
  ...vectorReads,
  ...wordReads,
};

export type ReaderCommands = typeof readerCommands;
