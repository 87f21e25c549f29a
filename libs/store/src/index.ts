export { SqlTruth } from './indexes/sql-truth.ts';
export { SqlOutbox, type Claim } from './events/outbox.ts';
export { aliases, type Aliases } from './graph/aliases.ts';
export { eraseItems } from './schema/erasing.ts';
export { insertItem } from './items/insert-item.ts';
export { auditActs, auditInsertQuery } from './kit/audit.ts';
export { candidateFeaturesOf, type CandidateFeatureRow } from './items/candidate-features.ts';
export { audienceSql, audienceOf } from './kit/conditions.ts';
export { announcementOf, deliveryOf, outboxRowsOf, type Subscribers, type OutboxRow } from './kit/deliveries.ts';
export { ledgerEntries, trackersIn, trackingSubscribers } from './kit/index-ledger.ts';
export type { Dialect } from './kit/dialect.ts';
export {
  forgottenSessionKey,
  itemColumns,
  itemOf,
  type Author,
  type ItemRow,
  type NewItemRow,
} from './kit/item-rows.ts';
export { boundQuery, prepared, statementOf, type AnyQuery, type Prepared } from './kit/prepared.ts';
export { sourceLinkQueries, originsOf } from './items/source-links.ts';
export { speakerOf, SpeakerLists, type SpokenRow } from './items/speakers.ts';
export { beyondLimitError, findRefusedLimit } from './items/item-limits.ts';
export { organisations, type Organisations } from './organisations/organisations.ts';
export { continueRemoval, type OrganisationRemovals } from './forgetting/organisation-removal.ts';
export type { VerifiedClaims } from './access/sign-ins.ts';
export { archiveFormer, knowledgeBases, type StoredBase, type KnowledgeBases } from './knowledge/knowledge-bases.ts';
export { closedChannels, type ClosedChannels } from './access/closed-channels.ts';
export { textFeatureStore, type TextFeatureStore } from './indexes/text-feature-store.ts';
export { featuresRow, insertFeatures, normWordRows } from './kit/text-features.ts';
export { imports, type Imports } from './forgetting/imports.ts';
export { oauthGrants, type OauthGrants, type Tokens } from './access/oauth-grants.ts';
export { invitations, type Invitations } from './access/invitations.ts';
export { webhooks, type WebhookAttempt, type WebhookMessage, type Webhooks } from './organisations/webhooks.ts';
export { feeds, type Feeds } from './memories/feeds.ts';
export { digests, type Digests, type ToldAct } from './memories/digests.ts';
export { agentCalls, type AgentCallsStore, type NewAgentCall } from './access/agent-calls.ts';
export { reviews, type Reviews } from './memories/reviews.ts';
export { ruleStops, type RuleStop, type RuleStops } from './memories/rule-stops.ts';
export { teams, type Teams } from './access/teams.ts';
export { principals, removePrincipal, type Principals } from './access/principals.ts';
export { Identity } from './access/identity.ts';
export { keys, type Keys } from './access/keys.ts';
export { settings, type Settings } from './access/settings.ts';
export type { indexState, placement, speaker, Tables } from './kit/tables.ts';
export {
  embeddingStore,
  keepChunks,
  passageOf,
  passagesOf,
  type EmbeddingStore,
  type Passage,
} from './indexes/embeddings.ts';
export { transfersOf } from './kit/transfers.ts';
export { generationQueries, generations, type FillClaim, type Generations } from './indexes/generations.ts';
export {
  itemPages,
  itemScan,
  organisationIds,
  NO_ORGANISATION,
  type ItemScan,
  type ScannedItem,
} from './indexes/item-scan.ts';
export { reasonByTableNotCopied, movedTables, type MovedTable } from './schema/moved-tables.ts';
export { ownerOf, type Batch, type ItemCount, type MoveSource } from './schema/move-source.ts';
export { RowSums, type TableRow } from './kit/row-sums.ts';
export { column, defineTable, type RowOf } from './kit/ddl.ts';
export { callsOf } from './kit/feature.ts';
export type { Reach, SqlStore } from './kit/module.ts';
export { forgettingRows, organisationRemovals, storeCommands, storeProviders } from './schema/features.ts';
export { otherBaseline, schemaOf, type Migration } from './schema/schema.ts';
export {
  Transaction,
  type BoundQuery,
  type ItemToInsert,
  type Lock,
  type TransactionContext,
  type WriteContext,
  type WriteHooks,
} from './kit/transaction.ts';
export { announceEvent, insertDeliveries } from './kit/announce.ts';
export { storeItems, type StoredItem } from './kit/store-items.ts';
export { auditLog, type AuditLog, type DeniedCalls } from './audit/audit-log.ts';
export {
  extractions,
  QUIET_CONVERSATION_MS,
  type ClaimedConversation,
  type ConversationTurn,
  type Extractions,
} from './memories/extractions.ts';
export {
  newMemory,
  newMessage,
  ofRulingImport,
  requireOpen,
  requireOrder,
  sha256,
  visibilityOf,
} from './items/new-items.ts';
export { conversations, type Conversations } from './items/conversations.ts';
export { evidence, type MemoryEvidence, type Evidence } from './memories/evidence.ts';
export { links, type Link, type Links } from './memories/links.ts';
export { feedback, type Feedback } from './memories/feedback.ts';
export { useCounts, type CountedUses, type UseCounts } from './memories/use-counts.ts';
export { graphs, type Graphs } from './graph/graph.ts';
export { graphReader } from './graph/graph-reader.ts';
export {
  graphCorrections,
  type Correction,
  type GraphCorrections,
  type NamedEntity,
} from './graph/graph-corrections.ts';
export { reprocessing, type Reprocessing } from './indexes/reprocessing.ts';
export { similarityScales, type MeasuredScale, type SimilarityScales } from './memories/similarity-scales.ts';
export { briefings, type SessionEnd, type Briefings } from './memories/briefings.ts';
export { histories, type Histories } from './memories/histories.ts';
export { proposals, type Proposals } from './memories/proposals.ts';
export type { NewProposal } from './memories/propose.ts';
export { rulings, type StoredRuling, type Rulings } from './memories/rulings.ts';
export { patterns, type Patterns } from './knowledge/patterns.ts';
export { putNote, removeNote } from './notes/note-steps.ts';
export { notes, type Notes } from './notes/notes.ts';
export { tablesOfItems } from './schema/features.ts';
export { checkpoints, type Checkpoints } from './memories/checkpoints.ts';
export { forgetting, type Forgetting } from './forgetting/forgetting.ts';
export {
  continueForgetting,
  remainingInStore,
  selectItems,
  selectNotes,
  sweepForgotten,
  type SelectedItems,
} from './forgetting/forget-steps.ts';
export { blockedBy } from './forgetting/forgetting.rules.ts';
export { beginDueRuns, continueRun, retention, type Retention } from './forgetting/retention.ts';
export { lifecycle, type Lifecycle } from './memories/lifecycle.ts';
export type { MemoryAct, MemoryFields, ActOutcome } from './memories/acts.ts';
export type { SaidText } from './memories/former-statements.ts';
export type { FormerText } from './memories/revisions.ts';
export type { Succession } from './memories/successions.ts';
export { maintenance, type Maintenance } from './indexes/maintenance.ts';
