export { AskedTogether } from './asked-together.ts';
export { averageLengthOf, inverseFrequency, lengthNorm, PART_WEIGHT, saturateCount, scoredElementsOf } from './bm25.ts';
export { Clock, SystemClock } from './clock.ts';
export { backoffMs, CONTINUE_RESULT, payloadOf, reasonOf, subscriptionTo, verdictOn } from './delivery-rules.ts';
export { ChangeQueue } from './change-queue.ts';
export { Batcher, answerInOrder, type WaitingInput } from './batcher.ts';
export { FairSlots } from './fair-slots.ts';
export { Completions, type Completion, type CompletionRequest } from './completions.ts';
export { Readiness, type PartState } from './health.ts';
export { QueueStatistics, Outbox, type Delivery, type QueueDepth } from './outbox.ts';
export {
  Embedder,
  LiveWordIndex,
  TextIndex,
  TextSearch,
  VectorIndex,
  VectorSearch,
  type BorrowedVectors,
  type LentVectors,
  type Bm25,
  type ChunkEmbedding,
  type EmbeddedExtent,
  type Embedding,
  type GroupCoverage,
  type IndexedVersion,
  type IndexEntry,
  type QueryVector,
  type TokenBits,
  type VectorHit,
  type WordHit,
  type WordQuery,
} from './search.ts';
export { SharedSamples } from './shared-samples.ts';
export { RequestCounts, type RequestCount } from './request-counts.ts';
export { Neighbours, RouteCaller, type CallOptions } from './route-caller.ts';
export { ItemWriter, type Overwrite, type Derived, type Idempotency, type NewItem } from './item-writer.ts';
export { ItemReader, type ListPage, type ListPlace } from './item-reader.ts';
export {
  RankingReader,
  type CandidateFeatures,
  type FeatureOptions,
  type SourceLink,
  type WaitingBounds,
} from './ranking-reader.ts';
export { IndexLedger, type Pointer } from './index-ledger.ts';
export type { Truth } from './truth.ts';
export {
  Embedders,
  GenerationIndexes,
  INDEX_LAYOUT,
  type Generation,
  type GenerationIndex,
  type GenerationName,
  type IndexOf,
} from './generations.ts';
export type { Mentions, TextFeatures } from './text-features.ts';
export {
  IndexLosses,
  placeOfOrganisation,
  type ClaimedLoss,
  type IndexLoss,
  type ExpectedItems,
} from './index-losses.ts';
export {
  type NewNote,
  type LinkingNote,
  type LinksOfText,
  type NewSection,
  type NoteOutcome,
  type NotesPage,
  type NoteVersionsPage,
  type StoredLink,
  type StoredNote,
  type WorkspaceName,
} from './notes.ts';
export { cacheFor, Memo } from './memo.ts';
export { LivenessMonitor } from './liveness-monitor.ts';
export { copyError, restoreError, type CopiedError } from './copied-error.ts';
export { recallThreadOptions, threadOptions } from './thread-options.ts';
export { withTimeout } from './with-timeout.ts';
