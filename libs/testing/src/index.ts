export { requestListener } from './request-listener.ts';
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
  SettableClock,
  mentionsOf,
} from './builders.ts';
export { embedderContract } from './embedder.contract.ts';
export { textIndexContract } from './text-index.contract.ts';
export { CONTRACT_DIMS, manyVectors, vectorIndexContract } from './vector-index.contract.ts';
export { describeWith, type ServerVariable } from './real-server.ts';
export {
  eventTransportContract,
  type EventTransportWorld,
  type ProcessOptions,
  type TestHandler,
} from './event-transport.contract.ts';
export { traceCollector, type TraceCollector } from './trace-collector.ts';
export { OneModel } from './one-model.ts';
export { runBounded } from './run-bounded.ts';
export { until } from './until.ts';
export { memoriesOfAllSorts, messagesOfAllSorts, notesOfAllSorts, someFilters, someScopes } from './sorts-of-items.ts';
export { allOf } from './index-entries.contract.ts';
export {
  everySubscriber,
  LATE_EVENT,
  LATE_MS,
  MAP_EVENTS,
  MOOD_EVENT,
  subscriptionsAndATracker,
  subscriptionsAndMore,
} from './made-up-subscribers.ts';
export { AUDIT_ROWS, type AuditedRow } from './audited.ts';
export { hostileTextContract } from './hostile-text.ts';
export { S3Stub } from './s3-stub.ts';
