export { SqlTruth } from './features/truth.ts';
export { SqlAliases } from './features/aliases.ts';
export { eraseItem } from './erasing.ts';
export { insertItem } from './item-inserting.ts';
export { auditing } from './audit.ts';
export { fieldsOf, reader, readerOf, scopePlaces, visible, type ScopeFields } from './conditions.ts';
export {
  announcementOf,
  deadLetterFromRow,
  deadLetterOf,
  deadLetterQueries,
  deliveryOf,
  outboxRowsOf,
  partsOf,
  reasonColumn,
  replayedRowOf,
  type Announcement,
  type Audience,
  type DeadLetterRow,
  type OutboxRow,
  type Written,
} from './deliveries.ts';
export { ledgerEntries, trackersIn, trackingSubscribers } from './index-ledger.ts';
export { type Dialect } from './dialect.ts';
export { forgottenSession, itemColumns, itemOf, type Author, type ItemRow, type NewItemRow } from './item-rows.ts';
export { boundQuery, prepared, type AnyQuery, type PlaceOf, type Prepared } from './prepared.ts';
export { lineageQueries, originsOf } from './lineage.ts';
export { speakerOf, SpeakerLists, type SpokenRow } from './speakers.ts';
export { beyondLimit, refusedLimit } from './features/item-limits.ts';
export { SqlOrganisations } from './features/organisations.ts';
export { SqlSignIns } from './features/sign-ins.ts';
export { SqlKnowledgeBases } from './features/knowledge-bases.ts';
export { SqlClosedChannels } from './features/closed-channels.ts';
export { SqlTeams } from './features/teams.ts';
export { SqlPrincipals } from './features/principals.ts';
export { SqlIdentity } from './features/identity.ts';
export type { IndexStateTable, SpeakerTable, Tables } from './tables.ts';
export { bitsIn, bytesOf, chunkOf, ownBuffer, tokenBytesOf, tokensOf, wholeExtent } from './token-words.ts';
export { generationQueries, generationTable, SqlGenerations } from './features/generations.ts';
export { NO_ORGANISATION, SqlHoldings } from './features/holdings.ts';
export { leftBehind, movedTables, tablesOfOrganisations, type MovedTable } from './moved-tables.ts';
export { ownerOf, type Batch, type ItemCount, type MoveSource } from './move-source.ts';
export { RowSums, type TableRow } from './row-sums.ts';
export { lockedTable, POSTGRES_TEXT } from './store/ddl.ts';
export { type Reach, type SqlStore } from './store/module.ts';
export { forgettingRows, stepsFor, storeCommands, storePorts } from './store/roof.ts';
export {
  insertDelivery,
  StoreWriteSession,
  type BoundQuery,
  type Lock,
  type Occasion,
  type Removed,
} from './store/session.ts';
export { SqlAuditLog } from './features/audit.ts';
export { SqlConversations } from './features/conversations.ts';
export { SqlEvidence } from './features/evidence.ts';
export { SqlLinks } from './features/links.ts';
export { SqlFeedback } from './features/feedback.ts';
export { SqlGraphs } from './features/graph.ts';
export { SqlGraphCorrections } from './features/graph-corrections.ts';
export { SqlGraphUpkeep } from './features/graph-upkeep.ts';
export { SqlSimilarityScales } from './features/similarity-scales.ts';
export { SqlBriefings } from './features/briefings.ts';
export { SqlRulings } from './features/rulings.ts';
export { SqlPatterns } from './features/patterns.ts';
export { SqlNotes } from './features/notes.ts';
export { tablesOfItems } from './store/roof.ts';
export { SqlCheckpoints } from './features/checkpoints.ts';
export { SqlForgetting } from './features/forgetting.ts';
export { SqlRetentions } from './features/retention.ts';
export { SqlLifecycle } from './features/lifecycle.ts';
export { SqlUpkeep } from './features/upkeep.ts';
