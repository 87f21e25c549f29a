export { aliasesContract, type AliasesWorld } from './aliases.contract.ts';
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
export { aChunk, embeddingStoreContract, type EmbeddingStoreWorld } from './embedding-store.contract.ts';
export { conversationsContract, type ConversationsWorld } from './conversations.contract.ts';
export { graphsContract, type GraphsWorld } from './graphs.contract.ts';
export { briefingsContract, type BriefingsWorld } from './briefings.contract.ts';
export { rulingsContract, type RulingsWorld } from './rulings.contract.ts';
export { textFeaturesContract, type TextFeaturesWorld } from './text-features.contract.ts';
export { similarityScalesContract, type SimilarityScalesWorld } from './similarity-scales.contract.ts';
export { evidenceContract, type EvidenceWorld } from './evidence.contract.ts';
export { auditLogContract, type AuditLogWorld } from './audit-log.contract.ts';
export { linksContract, type LinksWorld } from './links.contract.ts';
export { feedbackContract, type FeedbackWorld } from './feedback.contract.ts';
export { checkpointsContract, type CheckpointsWorld } from './checkpoints.contract.ts';
export { hiddenWritesContract, type HiddenWritesWorld } from './hidden-writes.contract.ts';
export { historiesContract, type HistoriesWorld } from './histories.contract.ts';
export { retentionContract, type RetentionWorld } from './retention.contract.ts';
export { forgettingContract, type ForgettingWorld } from './forgetting.contract.ts';
export { lifecycleContract, type LifecycleWorld } from './lifecycle.contract.ts';
export { patternsContract, type PatternsWorld } from './patterns.contract.ts';
export { notesContract, type NotesWorld } from './notes.contract.ts';
export { organisationsContract, type OrganisationsWorld } from './organisations.contract.ts';
export { signInsContract, type SignInsWorld } from './sign-ins.contract.ts';
export { knowledgeBasesContract, type KnowledgeBasesWorld } from './knowledge-bases.contract.ts';
export { closedChannelsContract, type ClosedChannelsWorld } from './closed-channels.contract.ts';
export { teamsContract, type TeamsWorld } from './teams.contract.ts';
export { principalsContract, type PrincipalsWorld } from './principals.contract.ts';
export { identityContract, type IdentityWorld } from './identity.contract.ts';
export { outboxContract, type OutboxWorld } from './outbox.contract.ts';
export { truthContract, type TruthWorld } from './truth.contract.ts';
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
export { generationsContract, type GenerationsWorld } from './generations.contract.ts';
export { itemScanContract, type ItemScanWorld } from './item-scan.contract.ts';
export { allOf } from './index-entries.contract.ts';
export { maintenanceContract, type MaintenanceWorld } from './maintenance.contract.ts';
export { everySubscriber, subscriptionsAndMore } from './made-up-subscribers.ts';
export { AUDIT_ROWS, type Audited } from './audited.ts';
export { hostileTextContract, type HostileReading } from './hostile-text.ts';
