import { IndexLedger, ItemReader, ItemWriter, RankingReader, type Truth } from '@cairn/ports';

/** Gives the truth to whoever asks for a part of it. */
export const truthParts = (truth: Truth) =>
  [ItemWriter, ItemReader, RankingReader, IndexLedger].map((provide) => ({ provide, useValue: truth }));
