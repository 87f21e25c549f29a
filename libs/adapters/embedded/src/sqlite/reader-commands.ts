import { allAliases } from '../truth/alias-commands.ts';
import { generationReads } from '../generations/generations-commands.ts';
import { holdingReads } from '../generations/holdings-commands.ts';
import { findEmbedding, findPassages } from '../truth/embedding-commands.ts';
import { listKeys, principalOfKey } from '../truth/identity-commands.ts';
import { indexStates } from '../truth/index-states.ts';
import { depth, nextDue } from '../truth/outbox-commands.ts';
import { count, findItem, hydrate, kin, loadItem, recent, stats, traits } from '../truth/read-commands.ts';
import { speakers } from '../truth/speaker-commands.ts';
import { oldestBehind } from '../truth/upkeep-commands.ts';
import { vectorReads } from '../vectors/vectors-commands.ts';
import { wordReads } from '../words/words-commands.ts';

/** What a reader can be asked, by name. */
export const readerCommands = {
  findItem,
  hydrate,
  recent,
  traits,
  kin,
  speakers,
  allAliases,
  stats,
  count,
  loadItem,
  indexStates,
  depth,
  nextDue,
  listKeys,
  principalOfKey,
  findEmbedding,
  findPassages,
  oldestBehind,
  ...generationReads,
  ...holdingReads,
  ...vectorReads,
  ...wordReads,
};

export type ReaderCommands = typeof readerCommands;
