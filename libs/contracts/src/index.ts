export {
  TIME_MIN_MS,
  endOfPeriod,
  inTimeZone,
  isPeriod,
  startOfPeriod,
  TIME_ZONE_HEADER,
  timeZoneOfRequest,
} from './days.ts';
export { DEFAULT_ADDRESS, DEFAULT_PORT } from './default-address.ts';
export {
  BACKUP_SCHEDULE_FILE,
  BACKUP_STATE_FILE,
  BackupEvery,
  backupEveryMs,
  BackupKeep,
  BACKUPS_KEPT,
  BackupSchedule,
  BackupState,
} from './backups.ts';
export { joinCommand, NPM_PACKAGE, NPM_SCOPE, NPX_COMMAND } from './npm-package.ts';
export { declarationFields, EntityInput, RelationInput, RuleInput } from './declarations.ts';
export {
  ConnectionRequest,
  ConnectionResponse,
  DependenciesRequest,
  DependenciesResponse,
  DependencyBranch,
  EntitiesResponse,
  ExploreRequest,
  ExploreResponse,
  GraphNode,
  NamedElsewhere,
  NamedNode,
  OwnersRequest,
  OwnersResponse,
  type ShownRelation,
} from './graph-questions.ts';
export {
  GraphCorrection,
  type GraphCorrectionAction,
  KeepApartRequest,
  MergeEntitiesRequest,
  type SpellingFit,
  spellingFits,
} from './graph-corrections.ts';
export {
  AuditAct,
  auditActs,
  auditOutcomes,
  AuditEntry,
  AuditFault,
  AuditKind,
  auditKinds,
  AuditOutcome,
  AuditPage,
  AuditProof,
  AuditProofQuery,
  AuditQuery,
} from './audit.ts';
export { QueueState } from './queues.ts';
export { DeadLetter } from './dead-letters.ts';
export { Alias, DeclareAliasRequest } from './aliases.ts';
export { CairnError, errorCatalog, describeIssues, type ErrorCode, type FieldIssue } from './errors.ts';
export {
  eventPatterns,
  events,
  FeedbackGiven,
  ForgetBegun,
  OrganisationErased,
  OrganisationRemoving,
  RetentionBegun,
  RuleStopped,
  WebhookDue,
  itemOfEvent,
  patternOf,
  subscriptions,
  writtenEvent,
  Written,
  type EventBody,
  type EventName,
  type EventPattern,
  type Payload,
  type Subscriber,
  type SubscriberOf,
  type Subscription,
} from './events.ts';
export {
  entityTypes,
  type Direction,
  type EntityType,
  type Evidence,
  type GraphEntity,
  type GraphReader,
  type GraphRelation,
  type Mention,
  type NeighbourQuery,
  type Neighbours,
  type PathRule,
  type RelationEnds,
  type RepositoryPlace,
  type RuleStatement,
  type RuleTool,
  type Statement,
  type Statements,
} from './graph.ts';
export {
  KeyId,
  MemoryId,
  MessageId,
  NoteId,
  OrgId,
  PrincipalId,
  SectionId,
  KnowledgeBaseId,
  TeamId,
  InvitationId,
  WebhookId,
  WorkspaceId,
  type ItemId,
} from './ids.ts';
export {
  isItemRef,
  isShortId,
  itemIdFrom,
  ItemRef,
  MemoryRef,
  MessageRef,
  SHORT_ID_CHARS,
  shortIdOf,
} from './item-ref.ts';
export { KeyHolder, KeyRequest, KeyResponse, KeySummary } from './keys.ts';
export {
  Organisation,
  OrganisationChange,
  OrganisationLimits,
  limitNames,
  Quota,
  type LimitName,
  OrganisationRemoval,
  OrganisationRequest,
} from './organisations.ts';
export {
  KnowledgeBase,
  KnowledgeChunk,
  KnowledgeHit,
  KnowledgeImportRequest,
  KnowledgeImportResponse,
  KnowledgeQueryRequest,
  KnowledgeQueryResponse,
  peerScopePolicies,
} from './knowledge-bases.ts';
export { HEALTH_SLOT_MS, HEALTH_SLOTS, HealthSlot, ProcessSamples } from './health.ts';
export { Conversation, DerivedMemory } from './conversations.ts';
export { Team, TeamChange, TeamRequest } from './teams.ts';
export {
  Invitation,
  InvitationRequest,
  InvitationPreview,
  InvitationResponse,
  JoinedPerson,
  JoinRequest,
} from './invitations.ts';
export { IMPORT_REPORT_MS, IMPORT_SILENCE_MAX_MS } from './import-times.ts';
export { ImportReportRequest, PastImport } from './imports.ts';
export {
  NewWebhook,
  Webhook,
  WEBHOOK_TEST,
  WebhookEvent,
  webhookEvents,
  WebhookMessageType,
  WebhookRequest,
} from './webhooks.ts';
export {
  digestActs,
  DigestRequest,
  DigestResponse,
  type DigestAct,
  type DigestDay,
  type DigestList,
  type DigestMemory,
} from './digest.ts';
export { type Agent, type AgentCall, HOOK_HEADER, HookEvent } from './agents.ts';
export {
  ENDING_DAYS,
  type ImportedMemory,
  type ReportedMemory,
  type ReviewList,
  type Rule as ListedRule,
  type RulesQuery,
} from './review.ts';
export { FeedEntry, FeedQuery, FeedResponse } from './feed.ts';
export { ClosedChannel, CloseChannelRequest } from './closed-channels.ts';
export {
  GONE_AFTER_DAYS,
  PrincipalChange,
  PrincipalKind,
  principalKinds,
  PrincipalOwner,
  PrincipalSummary,
} from './principals.ts';
export { limits, toolLimits, type Limit } from './limits.ts';
export { ToolCall } from './tool-calls.ts';
export {
  NOTE_SCORE_MIN,
  NoteLinesRequest,
  NoteLinesResponse,
  NoteSearchRequest,
  NoteSearchResponse,
  NoteSearchResult,
} from './note-search.ts';
export {
  AppendNoteRequest,
  DEFAULT_WORKSPACE,
  GetNoteResponse,
  NoteEntry,
  type NoteRefusal,
  NoteVersionEntry,
  NoteLinksResponse,
  PutNoteResponse,
  ReadNotesResponse,
  Workspace,
  InsertInNoteRequest,
  RenameNoteRequest,
  RenameNoteResponse,
  ReplaceInNoteRequest,
  workspaceParameter,
} from './notes.ts';
export { ListMemoriesRequest, ListMessagesRequest, ListOrder, listOrders } from './listing.ts';
export {
  AnsweringRelation,
  Association,
  associationRelations,
  ASSOCIATIONS_MAX,
  MISSING_WORDS_MAX,
  BudgetChars,
  Detail,
  details,
  emptyAnswerFields,
  emptyReasons,
  EmptyReason,
  Explanation,
  Flag,
  ConfidenceBasis,
  FormerMemory,
  FoundMemory,
  FoundMessage,
  Hit,
  ItemResponse,
  retrieverNames,
  MemoryHit,
  MessageHit,
  NoteHit,
  MessageSearchRequest,
  MessageSearchResponse,
  narrowingFields,
  NarrowingField,
  HIT_SCORE_MIN,
  RecallRequest,
  RecallResponse,
  RecentMessage,
  RecentRequest,
  RecentResponse,
  SessionTurns,
  Turn,
  RecipeName,
  recipeNames,
  StatsResponse,
  type RetrieverName,
} from './recall.ts';
export {
  INITIAL_CONFIDENCE,
  INITIAL_STRENGTH,
  REPOSITORY_SOURCE,
  DEMO_CHANNEL,
  DEMO_SOURCE,
  SLACK_SOURCE,
  exportedChats,
  Memory,
  NoteSection,
  MemoryInput,
  Message,
  MessageInput,
  type Item,
} from './records.ts';
export { formatCount } from './format-count.ts';
export { useKinds, UseKind, Uses, describeUses } from './uses.ts';
export {
  correctableFields,
  Confirmation,
  describeReaders,
  Decision,
  DecisionRequest,
  DecisionsRequest,
  DecisionsResponse,
  Proposal,
  ProposalAct,
  proposalActs,
  ProposalInput,
  ProposalKind,
  proposalKinds,
  ProposalsQuery,
  ProposalsResponse,
  ProposalStatus,
  proposalStatuses,
  ProposeRequest,
  ProposeResponse,
  ProposeResult,
  Quote,
  QuoteInput,
  SaidBy,
} from './proposals.ts';
export type { AdviceResponse } from './proposal-advice.ts';
export { MeaningProposal, ProposedFields, ProposeMeaningRequest, ProposeMeaningResponse } from './meaning-proposals.ts';
export { MeaningReviewItem, MeaningReviewQuery, MeaningReviewResponse } from './meaning-review.ts';
export {
  DecisionMeaning,
  READ_BY_IMPORTER,
  MEANING_READ_BY_KEY,
  meaningFields,
  Norm,
  normStrengths,
  RejectedAlternative,
  UnderstoodLines,
  type Meaning,
} from './meaning.ts';
export { inputParts, storesInput, type InputPart, type Route, type Routes } from './route.ts';
export {
  kindsOf,
  sourcesOf,
  recallSources,
  searchedTextsOf,
  describeSearchedTexts,
  searchedTexts,
  type RecallSources,
  type SearchedText,
} from './searched.ts';
export { secretRuleOf, type SecretRule } from './secret-rules.ts';
export { routes, type ParsedInput, type RouteInput, type RouteName, type RouteOutput } from './routes.ts';
export {
  OverviewChange,
  Contradiction,
  KnownGroup,
  KnownMemory,
  OverviewRequest,
  OverviewResponse,
  Theme,
  TopicSource,
} from './overview.ts';
export { Quotation } from './quotations.ts';
export { Snapshot } from './trace.ts';
export {
  ExtractedStatement,
  ExtractionChannel,
  ExtractionPreview,
  ExtractRequest,
  ExtractResponse,
} from './extractions.ts';
export { Handoff, HandoffQuote } from './handoffs.ts';
export { LastSession, WakeRequest, WakeResponse } from './wake.ts';
export {
  DecisionPart,
  decisionParts,
  ReversedDecision,
  QuotedDecision,
  type DecisionSentence,
  WhyRequest,
  WhyResponse,
} from './why.ts';
export { internalPaths, publicPathOf, publicPaths, serviceOf, type PublicService } from './services.ts';
export {
  boundedText,
  categories,
  Category,
  EpochMs,
  itemKinds,
  ItemState,
  Trust,
  WrittenBy,
  MaybeTime,
  Mode,
  modes,
  Name,
  Role,
  roles,
  Store,
  stores,
  TimeInput,
  TimeUntil,
  TimeZone,
  TimeRange,
  visibilities,
  Visibility,
  VisibilityInput,
  type ItemKind,
  type TeamWord,
} from './vocabulary.ts';
export {
  ActRequest,
  ChangeMemoryRequest,
  ChangeMemoryResponse,
  UpdateMemoryResponse,
  editableFields,
  Revision,
  RevisionsQuery,
  ShareRequest,
  SupersedeRequest,
  SupersedeResponse,
} from './changes.ts';
export { LinkKind, MemoryPair } from './contradictions.ts';
export { Checkpoint, CheckpointComparison, CheckpointRequest, FoundCheckpoint } from './checkpoints.ts';
export { MemoryHistory, ProposalHistory, RestoreHistoryRequest } from './histories.ts';
export { RetentionCount, RetentionRule, RetentionRuleInput, RetentionRun } from './retention.ts';
export {
  ForgetCertificate,
  type RemainingRows,
  ForgetSelector,
  ForgetsRequest,
  ForgetsResponse,
  IMPORT_ID,
  IMPORT_KIND,
  RulingImportKind,
} from './forgets.ts';
export { bindingCategories, rulingKindOf } from './rulings.ts';
export { FeedbackKind, feedbackKinds, FeedbackRequest, FeedbackResponse, STRENGTH_MIN } from './feedback.ts';
export { OrganisationSettings, ReviewPolicy, SettingsRequest } from './settings.ts';
export {
  IndexState,
  IndexStatus,
  ItemQuery,
  ReachQuery,
  indexTargets,
  MemoriesRequest,
  MessagesRequest,
  Receipt,
  Restated,
  describeRestated,
  WriteMemoriesQuery,
  WriteQuery,
  WriteResponse,
  type IndexTarget,
} from './writes.ts';
export { wordLanguages, type WordLanguage } from './word-languages.ts';
export {
  AnswersCompared,
  Drift,
  driftKinds,
  type DriftKind,
  GenerationStatus,
  GenerationSummary,
  SwitchGenerationRequest,
  SwitchGenerationResponse,
  VerifyRequest,
  VerifyResponse,
  GenerationsResponse,
} from './generations.ts';
export {
  PreflightItem,
  preflightParts,
  PreflightRequest,
  PreflightResponse,
  Verdict,
  verdicts,
  type PreflightPart,
} from './preflight.ts';
export {
  DEFAULT_PROJECT,
  LearnedPattern,
  PatternCategory,
  patternCategories,
  PatternScope,
  patternScopes,
  RecallPatternsRequest,
  RecallPatternsResponse,
  SavePatternRequest,
  SavePatternResponse,
} from './patterns.ts';
export { skillNameOf } from './skill-name.ts';
export {
  ConsentPreviewRequest,
  ConsentRequest,
  highestScope,
  OauthScope,
  oauthScopes,
  roleOfScope,
  scopeForRole,
  scopesOfRole,
  scopeText,
  usualScopes,
  type ConsentPreview,
} from './oauth.ts';
