import { EVERYONE } from '@cairn/contracts';
import { channelsOf, type Filter } from '@cairn/ports';
import type { ReaderFields } from '../generations/filtered-fields.ts';
import { key } from './listing.ts';

/** What there is to keep out, so that no list is filtered for nothing. */
export interface ListFacts {
  /** Whether the space has documents that not everyone may see. */
  readonly hasClosed: boolean;
  /** Whether it has documents that are archived, superseded or deleted. */
  readonly hasInactive: boolean;
}

/**
 * Wraps a list expression of FTS5 so that most of what the scope and filter keep out is never listed. What passes is
 * still held against the rule itself, row by row: this only saves work. Hidden and inactive documents are few, so they
 * are taken away rather than the others asked for.
 */
export function listFilter(
  { readers }: ReaderFields,
  filter: Filter,
  { hasClosed, hasInactive }: ListFacts,
): (expression: string) => string {
  const wanted = wantedKeys(filter);
  const own = readers.filter((reader) => reader !== EVERYONE).map(key.reader);
  const areAllStates = filter.includeArchived === true || filter.asOf !== undefined;
  return (expression) => {
    const listed = [expression, ...wanted.map(anyOf)].join(' AND ');
    const active = areAllStates || !hasInactive ? `(${listed})` : `((${listed}) NOT "${key.inactive}")`;
    return hasClosed ? `(${active} NOT "${key.closed}") OR (${active} AND ${anyOf(own)})` : active;
  };
}

/** Some token of the list. */
export const anyOf = (tokens: readonly string[]): string => `(${tokens.map((token) => `"${token}"`).join(' OR ')})`;

/** A document must hold a key of each group. */
function wantedKeys(filter: Filter): string[][] {
  const channels = channelsOf(filter).map(key.channel);
  if (filter.kind !== 'message') {
    return [
      ...(filter.workspaceId === undefined ? [] : [[key.subchannel(filter.workspaceId)]]),
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
