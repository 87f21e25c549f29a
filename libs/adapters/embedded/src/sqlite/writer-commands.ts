import { declareAlias, withdrawAlias } from '../truth/alias-commands.ts';
import { generationWrites } from '../generations/generations-commands.ts';
import { holdingWrites } from '../generations/holdings-commands.ts';
import { keepEmbedding } from '../truth/embedding-commands.ts';
import { createKey, firstOrganisation, revokeKey } from '../truth/identity-commands.ts';
import { markIndexed } from '../truth/index-states.ts';
import {
  bury,
  buryTaken,
  claim,
  complete,
  releaseLeases,
  replayDead,
  requeueLagging,
  retry,
} from '../truth/outbox-commands.ts';
import { forgetIdempotency } from '../truth/upkeep-commands.ts';
import { forgetItem, keepReading, writeItems } from '../truth/write-commands.ts';
import { vectorWrites } from '../vectors/vectors-commands.ts';
import { wordWrites } from '../words/words-commands.ts';
import type { Database } from './database.ts';

/** What the writer can be asked to do, by name. Each is whole: all of it is stored, or nothing. */
export const writerCommands = {
  writeItems,
  forgetItem,
  keepReading,
  markIndexed,
  requeueLagging,
  claim,
  complete,
  retry,
  bury,
  buryTaken,
  replayDead,
  createKey,
  revokeKey,
  firstOrganisation,
  keepEmbedding,
  declareAlias,
  withdrawAlias,
  forgetIdempotency,
  ...generationWrites,
  ...holdingWrites,
  ...wordWrites,
  ...vectorWrites,
};

export type WriterCommands = typeof writerCommands;

/** What is done once, before the first command. */
export function prepareWriter(db: Database, now: number): void {
  releaseLeases(db, now);
}
