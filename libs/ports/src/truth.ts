import type { IndexLedger } from './index-ledger.ts';
import type { ItemReader } from './item-reader.ts';
import type { ItemWriter } from './item-writer.ts';
import type { RankingReader } from './ranking-reader.ts';

/**
 * The store of record, from which everything else can be rebuilt. Adapters implement all of it and a contract suite tests them;
 * callers depend on the part that they use.
 */
export interface Truth extends ItemWriter, ItemReader, RankingReader, IndexLedger {}
