import type { Item } from '@cairn/contracts';
import { plantedSignals, type PlantedSignal } from '@cairn/text';
import { LRUCache } from 'lru-cache';

const CACHED_ITEMS_MAX = 20_000;
const cached = new LRUCache<string, readonly PlantedSignal[]>({ max: CACHED_ITEMS_MAX });

/**
 * Signs of planted instructions in an item. A memory that a person confirmed has none, since they read it. Caches them by
 * version, since the same items answer many questions.
 */
export function signalsOf(item: Item): readonly PlantedSignal[] {
  if (item.kind === 'memory' && item.confirmedAt !== undefined) return [];
  const text = item.kind === 'message' ? item.content : `${item.title}\n${item.content}`;
  const name = `${item.id} ${item.version} ${text.length}`;
  const known = cached.get(name);
  if (known) return known;
  const signals = plantedSignals(text);
  cached.set(name, signals);
  return signals;
}

/**
 * Whether an item that an import or an agent stored has signs of planted instructions, and no person confirmed it. Such an
 * item binds nobody.
 */
export const isUnreviewedSuspect = (item: Item): boolean => item.writtenBy !== 'person' && signalsOf(item).length > 0;
