import { IndexLedger, ItemReader, ItemWriter, RankingReader, type Truth } from '@cairn/ports';

/** Provides the truth under each port that is a part of it. */
export const truthParts = (truth: Truth) =>
  [ItemWriter, ItemReader, RankingReader, IndexLedger].map((provide) => ({ provide, useValue: truth }));
