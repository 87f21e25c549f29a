export { SqlTruth } from './features/truth.ts';
export { SqlOutbox, type Claim } from './features/outbox.ts';
export { SqlAliases } from './features/aliases.ts';
export { eraseItems } from './roof/erasing.ts';
export { insertItem } from './item-inserting.ts';
export { auditing } from './audit.ts';
export { audience, audienceOf, fieldsOf, visible } from './conditions.ts';
export {
  announcementOf,
  deliveryOf,
  outboxRowsOf,
  type Subscribers,
  type OutboxRow,
  type Written,
} from './deliveries.ts';
export { ledgerEntries, trackersIn, trackingSubscribers } from './index-ledger.ts';
export type { Dialect } from './dialect.ts';
export { forgottenSession, itemColumns, itemOf, type Author, type ItemRow, type NewItemRow } from './item-rows.ts';
export { boundQuery, prepared, statementOf, type AnyQuery, type Prepared } from './prepared.ts';
export { sourceLinkQueries, originsOf } from './source-links.ts';
export { speakerOf, SpeakerLists, type SpokenRow } from './speakers.ts';
export { beyondLimit, refusedLimit } from './features/item-limits.ts';
export { SqlOrganisations } from './features/organisations.ts';
export { SqlSignIns } from './features/sign-ins.ts';
export { SqlKnowledgeBases } from './features/knowledge-bases.ts';
export { SqlClosedChannels } from './features/closed-channels.ts';
export { SqlTextFeatureStore } from './features/text-features.ts';
export { featuresRow, insertFeatures, normWordRows } from './store/text-features.ts';
export { SqlTeams } from './features/teams.ts';
export { SqlPrincipals } from './features/principals.ts';
export { SqlIdentity } from './features/identity.ts';
export type { IndexStateTable, SpeakerTable, Tables } from './tables.ts';
export { SqlEmbeddingStore } from './features/embeddings.ts';
export { transfersOf } from './store/transfers.ts';
export { generationQueries, generationTable, SqlGenerations } from './features/generations.ts';
export { NO_ORGANISATION, SqlItemScan } from './features/item-scan.ts';
export { leftBehind, movedTables, tablesOfOrganisations, type MovedTable } from './roof/moved-tables.ts';
export { ownerOf, type Batch, type ItemCount, type MoveSource } from './roof/move-source.ts';
export { RowSums, type TableRow } from './row-sums.ts';
export { lockedTable, POSTGRES_TEXT } from './store/ddl.ts';
export type { Reach, SqlStore } from './store/module.ts';
export { forgettingRows, stepsFor, storeCommands, storePorts } from './roof/roof.ts';
export { StoreWriteSession, type BoundQuery, type Lock, type WriteContext, type Removed } from './store/session.ts';
export type { ItemToInsert } from './store/session.ts';
export { SqlAuditLog } from './features/audit.ts';
export { SqlConversations } from './features/conversations.ts';
export { SqlEvidence } from './features/evidence.ts';
export { SqlLinks } from './features/links.ts';
export { SqlFeedback } from './features/feedback.ts';
export { SqlGraphs } from './features/graph.ts';
export { SqlGraphCorrections } from './features/graph-corrections.ts';
export { SqlGraphMaintenance } from './features/graph-maintenance.ts';
export { SqlSimilarityScales } from './features/similarity-scales.ts';
export { SqlBriefings } from './features/briefings.ts';
export { SqlHistories } from './features/histories.ts';
export { SqlRulings } from './features/rulings.ts';
export { SqlPatterns } from './features/patterns.ts';
export { SqlNotes } from './features/notes.ts';
export { tablesOfItems } from './roof/roof.ts';
export { SqlCheckpoints } from './features/checkpoints.ts';
export { SqlForgetting } from './features/forgetting.ts';
export { SqlRetentions } from './features/retention.ts';
export { SqlLifecycle } from './features/lifecycle.ts';
export { SqlMaintenance } from './features/maintenance.ts';
