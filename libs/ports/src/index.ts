export { averageLengthOf, inverseFrequency, norm, PART_WEIGHT, saturation, scoredOf } from './bm25.ts';
export { Aliases, type Declaration } from './aliases.ts';
export { Clock, SystemClock } from './clock.ts';
export { backoffMs, CONTINUE, payloadOf, reasonOf, subscriptionTo, verdictOn, type Verdict } from './delivery-rules.ts';
export { Conversations } from './conversations.ts';
export { Rulings, type ActionTriggers } from './rulings.ts';
export { Feedback, type FeedbackCounts } from './feedback.ts';
export { Lifecycle, type Act, type MemoryFields, type Outcome, type Succession } from './lifecycle.ts';
export { lists, passes } from './filter.ts';
export { Readiness, type PartState } from './health.ts';
export { Identity, type KeySummary, type NewKey } from './identity.ts';
export { Backlog, Outbox, type Delivery, type QueueDepth } from './outbox.ts';
export {
  Embedder,
  EmbeddingStore,
  LiveWords,
  TextIndex,
  TextSearch,
  VectorIndex,
  VectorSearch,
  type Bm25,
  type ChunkEmbedding,
  type EmbeddedExtent,
  type EmbeddedPart,
  type Embedding,
  type GroupCoverage,
  type IndexEntry,
  type QueryVector,
  type TokenBits,
  type VectorHit,
  type WordHit,
  type WordQuery,
} from './search.ts';
export { RequestCounts, type RequestCount } from './request-counts.ts';
export { Neighbours, RouteCaller, type CallOptions } from './route-caller.ts';
export {
  Truth,
  type Call,
  type Derived,
  type Reading,
  type Filter,
  type ListFilter,
  type ListPage,
  type ListPlace,
  type Idempotency,
  type NewItem,
  type Pointer,
  type Says,
  type Kin,
  type Traits,
} from './truth.ts';
export {
  Embedders,
  GenerationIndexes,
  Generations,
  type Filling,
  type Generation,
  type GenerationIndex,
  type GenerationName,
  type IndexOf,
} from './generations.ts';
export { Holdings, type Held } from './holdings.ts';
export { IndexLosses, type ClaimedLoss, type IndexLoss } from './index-losses.ts';
export { Upkeep } from './upkeep.ts';
