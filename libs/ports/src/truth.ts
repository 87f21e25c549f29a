import type { IndexLedger } from './index-ledger.ts';
import type { ItemReader } from './item-reader.ts';
import type { ItemWriter } from './item-writer.ts';
import type { RankingReader } from './ranking-reader.ts';

/**
 * The store of record, from which everything else can be dropped and rebuilt: what an adapter implements, and what its contract
 * suite tests. Whoever asks names the part that they ask.
 */
export interface Truth extends ItemWriter, ItemReader, RankingReader, IndexLedger {}
