export {
  authorOf,
  forgettingFor,
  hasRole,
  isTrustedWriter,
  mayChange,
  requireMayChange,
  requireRole,
} from './authorship.ts';
export { mayReachBase, withinBase } from './base-access.ts';
export { malformedChannel, maySpeakFor, peerChannelKind } from './channels.ts';
export {
  channelsOf,
  filteredBy,
  isOfNoMessage,
  lists,
  passes,
  withoutDemo,
  type Filter,
  type FilteredBy,
  type ListFilter,
} from './filter.ts';
export { ownerFor, type OpenBase, type Principal, type TeamOfPrincipal } from './principal.ts';
export { findReachedBase, reachedBase, unknownBase } from './reached-base.ts';
export {
  askingScopeOf,
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
  visibleTo,
  type Scope,
} from './scope.ts';
export { isOfDemo, isRepositoryFile } from './sources.ts';
export { strengthAfter, strengthBefore } from './strength.ts';
export { effectiveTime, effectiveFrom, holdsAt, isValidAt, overlap, validityAt } from './validity.ts';
