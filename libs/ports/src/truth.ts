import type { IndexLedger } from './index-ledger.ts';
import type { ItemReader } from './item-reader.ts';
import type { ItemWriter } from './item-writer.ts';
import type { RankingReader } from './ranking-reader.ts';

/**
 * The store of record, from which all other data can be rebuilt. Adapters implement all of it, and a contract suite tests
 * them; callers depend only on the ports that they use.
 */
export interface Truth extends ItemWriter, ItemReader, RankingReader, IndexLedger {}
