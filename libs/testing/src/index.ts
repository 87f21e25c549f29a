export { answering } from './answering.ts';
export {
  A_MONDAY,
  A_REQUEST,
  A_TRACE,
  aCheckpoint,
  aColleagueOf,
  aMemory,
  aMemoryId,
  aMemoryInput,
  aMessage,
  aMessageId,
  aMessageInput,
  aNewNote,
  aNoteSection,
  aNewMemory,
  aNewMessage,
  anOrgId,
  aPrincipal,
  aPrincipalId,
  SettableClock,
  mentioning,
} from './builders.ts';
export { embedderContract, type EmbedderUnderTest } from './embedder.contract.ts';
export { textIndexContract, type TextIndexUnderTest } from './text-index.contract.ts';
export { CONTRACT_DIMS, manyVectors, vectorIndexContract, type VectorIndexUnderTest } from './vector-index.contract.ts';
export { describeWith, type ServerVariable } from './real-server.ts';
export {
  eventTransportContract,
  type EventTransportWorld,
  type ProcessOptions,
  type TestHandler,
} from './event-transport.contract.ts';
export { traceCollector, type CollectedSpan, type TraceCollector } from './trace-collector.ts';
export { OneModel } from './one-model.ts';
export { unexploded } from './unexploded.ts';
export { until } from './until.ts';
export {
  memoriesOfAllSorts,
  messagesOfAllSorts,
  notesOfAllSorts,
  passesInLayout1,
  someFilters,
  someScopes,
} from './sorts-of-items.ts';
export { allOf } from './index-entries.contract.ts';
export {
  everySubscriber,
  LATE,
  LATE_MS,
  MAPS,
  MOOD,
  subscriptionsAndATracker,
  subscriptionsAndMore,
} from './made-up-subscribers.ts';
export { AUDIT_ROWS, type Audited } from './audited.ts';
export { hostileTextContract, type HostileReading } from './hostile-text.ts';
