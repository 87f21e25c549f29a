export { Clock, SystemClock } from './clock.ts';
export { passes } from './filter.ts';
export { Readiness } from './health.ts';
export { Identity, type KeySummary, type NewKey } from './identity.ts';
export { Outbox, type Delivery } from './outbox.ts';
export {
  Embedder,
  EmbeddingStore,
  TextIndex,
  VectorIndex,
  type Bm25,
  type ChunkEmbedding,
  type Embedding,
  type GroupCoverage,
  type TokenBits,
  type VectorHit,
  type WordHit,
  type WordQuery,
} from './search.ts';
export { IngestApi, RecallApi, type WriteOptions } from './services.ts';
export {
  Truth,
  type Derived,
  type Filter,
  type Idempotency,
  type NewItem,
  type Pointer,
  type Says,
  type Traits,
} from './truth.ts';
