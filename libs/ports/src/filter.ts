import { effectiveTime, type Item } from '@cairn/contracts';
import type { Filter, ListFilter } from './truth.ts';

/**
 * The one rule of what a filter lets through; every store's own filter is held against it. What memories do not have
 * (subchannel, session) does not keep them out; a filter on what only memories have (store, category, tags) keeps
 * messages out. An empty list is no filter.
 */
export function passes(filter: Filter, item: Item): boolean {
  if (item.kind !== filter.kind || !passesState(filter, item) || !passesTime(filter, effectiveTime(item))) return false;
  return item.kind === 'memory' ? passesAsMemory(filter, item) : passesAsMessage(filter, item);
}

/** The one rule of what a list holds of what the scope sees. Memories have no speaker: a filter on one keeps them out. */
export const lists = (filter: ListFilter, item: Item): boolean =>
  passes(filter, item) &&
  (filter.source === undefined || item.source === filter.source) &&
  (filter.speaker === undefined || (item.kind === 'message' && item.speaker === filter.speaker));

const passesState = (filter: Filter, item: Item) =>
  item.state === 'active' || (filter.includeArchived === true && item.state !== 'deleted');

const passesTime = ({ sinceMs = 0, untilMs = Infinity }: Filter, time: number) => time >= sinceMs && time <= untilMs;

function passesAsMemory(filter: Filter, item: Item & { kind: 'memory' }): boolean {
  if (filter.channel !== undefined && item.channel !== null && item.channel !== filter.channel) return false;
  if (filter.stores?.length && !filter.stores.includes(item.store)) return false;
  if (filter.categories?.length && !filter.categories.includes(item.category)) return false;
  if (!filter.tags?.length) return true;
  const hasTag = (tag: string) => item.tags.includes(tag);
  return filter.tagMatch === 'all' ? filter.tags.every(hasTag) : filter.tags.some(hasTag);
}

function passesAsMessage(filter: Filter, item: Item & { kind: 'message' }): boolean {
  if (filter.stores?.length || filter.categories?.length || filter.tags?.length) return false;
  if (filter.channel !== undefined && item.channel !== filter.channel) return false;
  if (filter.subchannel !== undefined && item.subchannel !== filter.subchannel) return false;
  return filter.sessionKey === undefined || item.sessionKey === filter.sessionKey;
}
