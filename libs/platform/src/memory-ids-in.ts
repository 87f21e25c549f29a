import { MemoryId, type ItemId } from '@cairn/contracts';

/** Names of the fields in answers that contain the id of a memory or another item. */
const idFields: ReadonlySet<string> = new Set(['id', 'memoryId', 'evidenceMemoryIds']);

/** Collects the ids of items in an answer; some may belong to messages or notes. */
export function memoryIdsIn(answer: unknown): ReadonlySet<ItemId> {
  const ids = new Set<ItemId>();
  collectIds(answer, false, ids);
  return ids;
}

function collectIds(value: unknown, isId: boolean, ids: Set<ItemId>): void {
  if (typeof value === 'string') {
    if (isId && MemoryId.safeParse(value).success) ids.add(value as ItemId);
  } else if (Array.isArray(value)) {
    for (const entry of value) collectIds(entry, isId, ids);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, field] of Object.entries(value)) collectIds(field, idFields.has(name), ids);
  }
}
