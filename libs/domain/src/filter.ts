import {
  DEMO_CHANNEL,
  type Category,
  type Item,
  type ItemKind,
  type ItemState,
  type Memory,
  type NoteId,
  type PrincipalId,
  type Store,
  type WorkspaceId,
} from '@cairn/contracts';
import { readerOf } from './scope.ts';
import { isOfProject } from './project.ts';
import { isOfDemo } from './sources.ts';
import { effectiveTime, effectiveFrom, holdsAt } from './validity.ts';

/** Selects the items of a read, within its scope. Stores must apply the filter before they cut a result to a limit. */
export interface Filter {
  readonly kind: ItemKind;
  /** Messages must have this channel; memories and notes must have this one or none. */
  readonly channel?: string | undefined;
  /** A second channel whose items match too. */
  readonly sharedRoom?: string | undefined;
  readonly subchannel?: string | undefined;
  /** Only items of this project. Search engines do not store it: questions prefer a project, and only lists ask for it. */
  readonly project?: string | undefined;
  readonly sessionKey?: string | undefined;
  /** Only notes of this workspace. */
  readonly workspaceId?: WorkspaceId | undefined;
  /** Only sections of these notes; an empty list matches none. */
  readonly noteIds?: readonly NoteId[] | undefined;
  readonly stores?: readonly Store[] | undefined;
  readonly categories?: readonly Category[] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly tagMatch?: 'any' | 'all' | undefined;
  /** Bounds of the effective time, epoch ms, inclusive. */
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
  /** Archived and superseded items match too; deleted ones never do, proposed ones only by `includeProposed`. */
  readonly includeArchived?: boolean | undefined;
  /** Proposed memories match too. */
  readonly includeProposed?: boolean | undefined;
  /** Leaves out memories that are not valid at this time, epoch ms (`holdsAt`). */
  readonly holdsAt?: number | undefined;
  /**
   * Matches only items that were current at this time, epoch ms: messages and notes that existed then, and memories that
   * were valid then, not yet superseded or archived, and already in place of those that they superseded.
   */
  readonly asOf?: number | undefined;
  /** Ids of knowledge bases; only their chunks match. */
  readonly knowledgeBases?: readonly string[] | undefined;
  /** Exact names: matches memories about this subject and, if given, this attribute of it. */
  readonly subject?: string | undefined;
  readonly attribute?: string | undefined;
  /**
   * Leaves out items of the invented team of `cairn demo`. Search engines may ignore this field: the truth filters again.
   */
  readonly noDemo?: boolean | undefined;
}

/** Filter that leaves out the invented team of the demo, unless the call asks for its channel. */
export const demoFilterFor = (channel: string | undefined): Pick<Filter, 'noDemo'> => ({
  noDemo: channel !== DEMO_CHANNEL,
});

/** Selects the items of a list, within its scope. */
export interface ListFilter extends Filter {
  /** Principals who wrote the items. */
  readonly authors?: readonly PrincipalId[] | undefined;
  readonly source?: string | undefined;
  /** The id that the sender gave to the item; only together with `source`. */
  readonly externalId?: string | undefined;
  /** Matches only messages, since other items have no speaker. */
  readonly speaker?: string | undefined;
  /** Matches memories whose validity ends at or before this time, epoch ms. */
  readonly validToMs?: number | undefined;
}

/**
 * Defines what a filter matches; the filters of all stores are tested against this function. A filter on the subchannel or
 * the session restricts messages only: it matches all memories and notes. A filter on a field that only memories or notes
 * have (store, category, tags, workspace, note, knowledge base, subject, attribute) matches no other items. An empty list is
 * no filter, except one of notes.
 */
export function matchesFilter(filter: Filter, item: Item): boolean {
  if (item.kind !== filter.kind || !matchesState(filter, item) || !matchesTime(filter, effectiveTime(item)))
    return false;
  if (filter.asOf !== undefined && effectiveFrom(item) > filter.asOf) return false;
  if (filter.noDemo && isOfDemo(item)) return false;
  if (filter.project !== undefined && !isOfProject(item, filter.project)) return false;
  switch (item.kind) {
    case 'memory':
      return matchesMemory(filter, item);
    case 'message':
      return matchesMessage(filter, item);
    case 'note':
      return matchesNote(filter, item);
  }
}

/**
 * Defines which items a list contains. In a list, a filter on a field excludes all items without the field: memories have
 * no speaker, and only memories have an end of validity.
 */
export const matchesListFilter = (filter: ListFilter, item: Item): boolean =>
  matchesFilter(filter, item) &&
  isAmong(filter.authors, item.principalId) &&
  (filter.source === undefined || item.source === filter.source) &&
  (filter.externalId === undefined || item.externalId === filter.externalId) &&
  (filter.speaker === undefined || (item.kind === 'message' && item.speaker === filter.speaker)) &&
  (filter.validToMs === undefined ||
    (item.kind === 'memory' && item.validTo !== null && item.validTo <= filter.validToMs));

function matchesState({ includeArchived, includeProposed, asOf }: Filter, { state, activeTo }: Item): boolean {
  if (state === 'proposed') return includeProposed === true;
  if (state === 'active') return true;
  return (
    state !== 'deleted' && (includeArchived === true || (asOf !== undefined && activeTo !== null && activeTo > asOf))
  );
}

const matchesTime = ({ sinceMs = 0, untilMs = Infinity }: Filter, time: number) => time >= sinceMs && time <= untilMs;

function matchesMemory(filter: Filter, item: Item & { kind: 'memory' }): boolean {
  if (isOfNotesOnly(filter)) return false;
  if (!isAmong(filter.stores, item.store) || !isAmong(filter.categories, item.category)) return false;
  if (!isAmong(filter.knowledgeBases, item.knowledgeBase)) return false;
  if (filter.subject !== undefined && item.subject !== filter.subject) return false;
  if (filter.attribute !== undefined && item.attribute !== filter.attribute) return false;
  return matchesChannel(filter, item) && matchesTags(filter, item) && isValidWhenAsked(filter, item);
}

const isAmong = (wanted: readonly string[] | undefined, value: string | null): boolean =>
  !wanted?.length || (value !== null && wanted.includes(value));

const isValidWhenAsked = (filter: Filter, item: Item): boolean =>
  [filter.holdsAt, filter.asOf].every((at) => at === undefined || holdsAt(item, at));

function matchesNote(filter: Filter, item: Item & { kind: 'note' }): boolean {
  if (isOfMemoriesOnly(filter)) return false;
  if (filter.workspaceId !== undefined && item.workspaceId !== filter.workspaceId) return false;
  if (filter.noteIds && !filter.noteIds.includes(item.noteId)) return false;
  return matchesChannel(filter, item) && matchesTags(filter, item);
}

const matchesChannel = (filter: Filter, { channel }: Item) => channel === null || matchesExactChannel(filter, channel);

const matchesExactChannel = (filter: Filter, channel: string | null) =>
  filter.channel === undefined || (channel !== null && channelsOf(filter).includes(channel));

/** The channels that a filter matches; empty if it names none. */
export const channelsOf = ({ channel, sharedRoom }: Filter): readonly string[] =>
  channel === undefined ? [] : sharedRoom === undefined ? [channel] : [channel, sharedRoom];

function matchesTags({ tags, tagMatch }: Filter, item: { readonly tags: readonly string[] }): boolean {
  if (!tags?.length) return true;
  const hasTag = (tag: string) => item.tags.includes(tag);
  return tagMatch === 'all' ? tags.every(hasTag) : tags.some(hasTag);
}

function matchesMessage(filter: Filter, item: Item & { kind: 'message' }): boolean {
  if (excludesMessages(filter)) return false;
  if (!matchesExactChannel(filter, item.channel)) return false;
  if (filter.subchannel !== undefined && item.subchannel !== filter.subchannel) return false;
  return filter.sessionKey === undefined || item.sessionKey === filter.sessionKey;
}

/** Tells whether a filter asks for a field that no message has. */
export const excludesMessages = (filter: Filter): boolean =>
  isOfMemoriesOnly(filter) || Boolean(filter.tags?.length) || isOfNotesOnly(filter);

/** Tells whether a filter asks for a field that only notes have. */
const isOfNotesOnly = ({ workspaceId, noteIds }: Filter): boolean => workspaceId !== undefined || noteIds !== undefined;

const isOfMemoriesOnly = ({ stores, categories, knowledgeBases, subject, attribute }: Filter): boolean =>
  [stores, categories, knowledgeBases].some((list) => list !== undefined && list.length > 0) ||
  subject !== undefined ||
  attribute !== undefined;

/** Fields of an item that search engines store for filters. */
export interface FilterFields {
  readonly reader: string;
  readonly channel: string | null;
  readonly state: ItemState;
  /** Times are epoch ms. */
  readonly effectiveAt: number;
  readonly activeTo: number | null;
  /** Subchannel of a message; for a section of a note, the id of the workspace. */
  readonly subchannel: string | null;
  /** Session key of a message; for a section of a note, the id of the note. */
  readonly sessionKey: string | null;
  readonly store: string | null;
  readonly category: string | null;
  readonly tags: readonly string[];
  readonly validFrom: number | null;
  readonly validTo: number | null;
  readonly knowledgeBase: string | null;
  readonly subject: string | null;
  readonly attribute: string | null;
}

const NO_FIELDS_OF_KIND = {
  subchannel: null,
  sessionKey: null,
  store: null,
  category: null,
  tags: [],
  validFrom: null,
  validTo: null,
  knowledgeBase: null,
  subject: null,
  attribute: null,
};

export const filterFieldsOf = (item: Item): FilterFields => ({
  reader: readerOf(item),
  channel: item.channel,
  state: item.state,
  effectiveAt: effectiveTime(item),
  activeTo: item.activeTo,
  ...NO_FIELDS_OF_KIND,
  ...fieldsOfKind(item),
});

function fieldsOfKind(item: Item): Partial<FilterFields> {
  switch (item.kind) {
    case 'memory':
      return filterFieldsOfMemory(item);
    case 'message':
      return { subchannel: item.subchannel, sessionKey: item.sessionKey };
    case 'note':
      return { subchannel: item.workspaceId, sessionKey: item.noteId, tags: item.tags };
  }
}

function filterFieldsOfMemory({
  store,
  category,
  tags,
  validFrom,
  validTo,
  knowledgeBase,
  subject,
  attribute,
}: Memory) {
  return { store, category, tags, validFrom, validTo, knowledgeBase, subject, attribute };
}
