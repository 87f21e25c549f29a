export {
  authorOf,
  awaitsConfirmation,
  forgettableBy,
  hasRole,
  isImportedUnread,
  isTrustedWriter,
  mayChange,
  requireMayChange,
  requireRole,
} from './authorship.ts';
export { mayReachBase, asBaseMember } from './base-access.ts';
export { isMalformedChannel, maySpeakFor, peerChannelKind } from './channels.ts';
export {
  channelsOf,
  filterFieldsOf,
  excludesMessages,
  matchesListFilter,
  matchesFilter,
  demoFilterFor,
  type Filter,
  type FilterFields,
  type ListFilter,
} from './filter.ts';
export { ownerFor, ownerOf, type OpenBase, type Principal, type TeamOfPrincipal } from './principal.ts';
export { isOfOtherProject, isOfProject } from './project.ts';
export { importPace } from './import-pace.ts';
export { findReachedBase, requireReachedBase, unknownBaseError } from './reached-base.ts';
export {
  agentIdsOf,
  questionScopeOf,
  CHANNEL_SEPARATOR,
  closedChannelsOf,
  defaultVisibility,
  EVERYONE,
  isClosedTo,
  isSeenByAll,
  readerOf,
  scopeOf,
  sharedChannelFor,
  teamWordOf,
  isVisible,
  type Scope,
} from './scope.ts';
export { isOfDemo, isRepositoryFile } from './sources.ts';
export { strengthAfter, strengthBefore } from './strength.ts';
export { effectiveTime, effectiveFrom, holdsAt, isValidAt, validitiesOverlap, validityAt } from './validity.ts';
