export { SqlTruth } from './features/truth.ts';
export { SqlAliases } from './features/aliases.ts';
export { eraseItem } from './erasing.ts';
export { auditing, type Act, type ActOccasion } from './audit.ts';
export { fieldsOf, passing, reader, readerOf, scopePlaces, visible, type ScopeFields } from './conditions.ts';
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
export { ledgerEntries, startingState, trackersIn, trackingSubscribers, type LedgerEntry } from './index-ledger.ts';
export { ofDialect, type Condition, type Dialect, type List } from './dialect.ts';
export { indexStateOfRow, indexStatuses, itemQueries, wantedIds } from './item-queries.ts';
export {
  erasedOf,
  forgottenSession,
  itemColumns,
  itemOf,
  requireMayForget,
  rowColumns,
  rowOf,
  type Author,
  type Forgetter,
  type ItemRow,
  type NewItemRow,
} from './item-rows.ts';
export { boundQuery, prepared, type AnyQuery, type PlaceOf, type Prepared } from './prepared.ts';
export {
  answerQueries,
  firstAnswer,
  isSentAgain,
  mergePlaceOf,
  ownIdIn,
  presentColumns,
  receiptOfPresent,
  requireSame,
  withConflicts,
  type AnswerKey,
  type MergePlace,
  type Present,
  type Standing,
} from './same-again.ts';
export { lineageQueries, originsOf } from './lineage.ts';
export { speakerOf, SpeakerLists, type SpokenRow } from './speakers.ts';
export { SqlOrganisations } from './features/organisations.ts';
export { SqlSignIns } from './features/sign-ins.ts';
export { SqlKnowledgeBases } from './features/knowledge-bases.ts';
export { SqlClosedChannels } from './features/closed-channels.ts';
export { SqlTeams } from './features/teams.ts';
export { SqlPrincipals } from './features/principals.ts';
export { SqlIdentity, type SqlIdentityOptions } from './features/identity.ts';
export type {
  AliasSightingTable,
  AliasTable,
  AuditTable,
  DeadLetterTable,
  IdempotencyTable,
  IndexStateTable,
  ItemTable,
  OriginTable,
  OutboxTable,
  SpeakerTable,
  Tables,
} from './tables.ts';
export {
  bitsIn,
  bytesOf,
  chunkOf,
  ownBuffer,
  tokenBytesOf,
  tokensOf,
  wholeExtent,
  type KeptChunk,
} from './token-words.ts';
export { generationQueries, generationTable, SqlGenerations, type GenerationTable } from './features/generations.ts';
export { NO_ORGANISATION, SqlHoldings } from './features/holdings.ts';
export { leftBehind, movedTables, tablesOfOrganisations, type MovedTable } from './moved-tables.ts';
export { ownerOf, type Batch, type ItemCount, type MoveSource } from './move-source.ts';
export { RowSums, type RowSum, type TableRow } from './row-sums.ts';
export { lockedTable, POSTGRES_TEXT } from './store/ddl.ts';
export { callsOf, type CallsOf, type Reach, type SqlStore } from './store/module.ts';
export { forgettingRows, stepsFor, storeCommands, storePorts } from './store/roof.ts';
export {
  addedUp,
  insertDelivery,
  StoreWriteSession,
  type BoundQuery,
  type Lock,
  type Occasion,
  type Removed,
  type StoreSession,
} from './store/session.ts';
export { SqlAuditLog } from './features/audit.ts';
export { SqlConversations } from './features/conversations.ts';
export { conflictsOf, joinEvidence, SqlEvidence, type Conflicts, type Joined } from './features/evidence.ts';
export { SqlLinks } from './features/links.ts';
export { SqlFeedback } from './features/feedback.ts';
export { declaredQueries, declaredRowsOf } from './graph/declaring.ts';
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
export { SqlHistories } from './features/histories.ts';
export { SqlRetentions } from './features/retention.ts';
export { markQueries, MarksOf, sourceLocksOf } from './marks.ts';
export { SqlLifecycle } from './features/lifecycle.ts';
export { SqlUpkeep } from './features/upkeep.ts';
export { factLocksOf, factOf, factQueries, factTaken } from './facts.ts';
