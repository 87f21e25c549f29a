export { DeadLetter, DeadLettersRequest, DeadLettersResponse, ReplayRequest, ReplayResponse } from './dead-letters.ts';
export {
  Alias,
  AliasesResponse,
  aliasOrigins,
  AliasQuery,
  DeclareAliasRequest,
  WithdrawAliasResponse,
} from './aliases.ts';
export { CairnError, errorCatalog, type ErrorCode, type FieldIssue } from './errors.ts';
export {
  eventPatterns,
  events,
  FeedbackGiven,
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
export { KeyId, MemoryId, MessageId, OrgId, PrincipalId, type ItemId } from './ids.ts';
export { KeyHolder, KeyRequest, KeyResponse, KeysResponse, KeySummary, RevokeQuery, RevokeResponse } from './keys.ts';
export { limits, toolLimits, type Limit } from './limits.ts';
export {
  ListMemoriesRequest,
  ListMemoriesResponse,
  ListMessagesRequest,
  ListMessagesResponse,
  ListOrder,
  listOrders,
} from './listing.ts';
export {
  BudgetChars,
  emptiness,
  emptyReasons,
  EmptyReason,
  Explanation,
  Flag,
  FoundMemory,
  FoundMessage,
  Hit,
  HitPart,
  ItemResponse,
  lanes,
  MemoryHit,
  MessageHit,
  MessageSearchRequest,
  MessageSearchResponse,
  narrowingFields,
  NarrowingField,
  RecallRequest,
  RecallResponse,
  RecentMessage,
  RecentRequest,
  RecentResponse,
  RecipeName,
  recipeNames,
  StatsResponse,
  type Lane,
} from './recall.ts';
export {
  effectiveTime,
  holdsAt,
  FRESH_CONFIDENCE,
  FRESH_STRENGTH,
  Memory,
  MemoryInput,
  Message,
  MessageInput,
  type Item,
} from './records.ts';
export { inputParts, type InputPart, type Route, type Routes } from './route.ts';
export { routes, type ParsedInput, type RouteInput, type RouteName, type RouteOutput } from './routes.ts';
export { Snapshot, TraceResponse } from './trace.ts';
export { prefixes, serviceOf, type PublicService } from './services.ts';
export {
  defaultVisibility,
  hasRole,
  peerChannelKind,
  isSeenByAll,
  scopeOf,
  visibleTo,
  type Principal,
  type Scope,
} from './scope.ts';
export {
  boundedText,
  categories,
  Category,
  EpochMs,
  itemKinds,
  ItemState,
  itemStates,
  Mode,
  modes,
  Name,
  Role,
  roles,
  SpeakerRole,
  Store,
  stores,
  Tag,
  TimeInput,
  TimeRange,
  visibilities,
  Visibility,
  VisibilityInput,
  type ItemKind,
} from './vocabulary.ts';
export {
  ActRequest,
  ChangeMemoryRequest,
  ChangeMemoryResponse,
  editableFields,
  Revision,
  RevisionsQuery,
  RevisionsResponse,
  SupersedeRequest,
  SupersedeResponse,
} from './changes.ts';
export { FeedbackKind, feedbackKinds, FeedbackRequest, FeedbackResponse, strengthAfter } from './feedback.ts';
export { OrganisationSettings, SettingsRequest } from './settings.ts';
export {
  ForgetResponse,
  IndexState,
  IndexStatus,
  ItemQuery,
  indexTargets,
  MemoriesRequest,
  MessagesRequest,
  Receipt,
  WriteQuery,
  WriteResponse,
  type IndexTarget,
} from './writes.ts';
export {
  AnswersCompared,
  BeginGenerationRequest,
  Drift,
  driftKinds,
  GenerationId,
  GenerationsResponse,
  generationStatuses,
  GenerationStatus,
  GenerationSummary,
  SwitchGenerationRequest,
  SwitchGenerationResponse,
  VerifyRequest,
  VerifyResponse,
} from './generations.ts';
export {
  actionForms,
  PreflightItem,
  preflightParts,
  PreflightRequest,
  PreflightResponse,
  Verdict,
  verdicts,
  type PreflightPart,
} from './preflight.ts';
