import { findEmbedding, findExtent, findPassages } from '../truth/embedding-commands.ts';
import { indexStates } from '../truth/index-states.ts';
import { deadLetters, depth, nextDue } from '../truth/outbox-commands.ts';
import { count, findItem, hydrate, kin, list, loadItem, recent, stats, traits } from '../truth/read-commands.ts';
import { speakers, stillSpeaking } from '../truth/speaker-commands.ts';
import { readStore } from './sqlite-session.ts';
import { isBehind } from '../truth/upkeep-commands.ts';
import { vectorReads } from '../vectors/vectors-commands.ts';
import { wordReads } from '../words/words-commands.ts';

/** What a reader can be asked, by name. */
export const readerCommands = {
  findItem,
  hydrate,
  recent,
  list,
  traits,
  kin,
  speakers,
  stillSpeaking,
  stats,
  count,
  loadItem,
  indexStates,
  deadLetters,
  depth,
  nextDue,
  findEmbedding,
  findExtent,
  findPassages,
  isBehind,
  readStore,
  ...vectorReads,
  ...wordReads,
};

export type ReaderCommands = typeof readerCommands;
