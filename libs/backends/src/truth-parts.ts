import { IndexLedger, ItemReader, ItemWriter, RankingReader, type Truth } from '@cairn/ports';

/** Provides the truth under each of the ports that it consists of. */
export const truthParts = (truth: Truth) =>
  [ItemWriter, ItemReader, RankingReader, IndexLedger].map((provide) => ({ provide, useValue: truth }));
