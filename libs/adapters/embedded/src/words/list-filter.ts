import { channelsOf, EVERYONE, type Filter } from '@cairn/domain';
import type { ReaderFields } from '../generations/filtered-fields.ts';
import { key } from './listing.ts';

/** Tells which documents a space has to exclude, so that no list is filtered needlessly. */
export interface ListFacts {
  /** True if the space has restricted documents. */
  readonly hasClosed: boolean;
  /** True if the space has proposed, archived, superseded or deleted documents. */
  readonly hasInactive: boolean;
}

/**
 * Wraps an FTS5 expression of lists so that it leaves out most documents outside of the scope and filter. This only
 * saves work, since each row is checked afterwards. Restricted and inactive documents are few, so they are subtracted;
 * requiring the property of all other documents would take longer.
 */
export function listFilter(
  { readers }: ReaderFields,
  filter: Filter,
  { hasClosed, hasInactive }: ListFacts,
): (expression: string) => string {
  const wanted = wantedKeys(filter);
  const own = readers.filter((reader) => reader !== EVERYONE).map(key.reader);
  const areAllStates = filter.includeArchived === true || filter.includeProposed === true || filter.asOf !== undefined;
  return (expression) => {
    const listed = [expression, ...wanted.map(matchAny)].join(' AND ');
    const active = areAllStates || !hasInactive ? `(${listed})` : `((${listed}) NOT "${key.inactive}")`;
    return hasClosed ? `(${active} NOT "${key.closed}") OR (${active} AND ${matchAny(own)})` : active;
  };
}

/** Returns an expression that matches any of these tokens. */
export const matchAny = (tokens: readonly string[]): string => `(${tokens.map((token) => `"${token}"`).join(' OR ')})`;

/** Returns groups of keys. A document must have at least one key from each group. */
function wantedKeys(filter: Filter): string[][] {
  const channels = channelsOf(filter).map(key.channel);
  if (filter.kind !== 'message') {
    return [
      ...(filter.workspaceId === undefined ? [] : [[key.subchannel(filter.workspaceId)]]),
      ...someOf(filter.noteIds?.map(key.session)),
      ...(channels.length === 0 ? [] : [[...channels, key.channel(null)]]),
      ...someOf(filter.stores?.map(key.store)),
      ...someOf(filter.categories?.map(key.category)),
      ...(filter.tagMatch === 'all'
        ? (filter.tags ?? []).map((tag) => [key.tag(tag)])
        : someOf(filter.tags?.map(key.tag))),
    ];
  }
  return [
    ...(channels.length === 0 ? [] : [channels]),
    ...(filter.sessionKey === undefined ? [] : [[key.session(filter.sessionKey)]]),
    ...(filter.subchannel === undefined ? [] : [[key.subchannel(filter.subchannel)]]),
  ];
}

const someOf = (keys: readonly string[] | undefined): string[][] => (keys?.length ? [[...keys]] : []);
