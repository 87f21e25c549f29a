import type { Item } from '@cairn/contracts';
import { LRUCache } from 'lru-cache';
import { plantedSignals, type PlantedSignal } from './planted.ts';

const CACHED_ITEMS_MAX = 20_000;
const cached = new LRUCache<string, readonly PlantedSignal[]>({ max: CACHED_ITEMS_MAX });

/**
 * Signs of planted instructions in an item. What a person stored by their own key or confirmed has none, since they stand
 * for it; what has some binds nobody. Caches them by version, since the same items answer many questions.
 */
export function plantedSignalsIn(item: Item): readonly PlantedSignal[] {
  if (item.writtenBy === 'person' || (item.kind === 'memory' && item.confirmedAt !== undefined)) return [];
  const text = item.kind === 'message' ? item.content : `${item.title}\n${item.content}`;
  const name = `${item.id} ${item.version} ${text.length}`;
  const known = cached.get(name);
  if (known) return known;
  const signals = plantedSignals(text);
  cached.set(name, signals);
  return signals;
}
