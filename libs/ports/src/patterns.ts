import type { ItemId, Memory, Scope } from '@cairn/contracts';

/** What saving a pattern again changes. */
export interface PatternMove {
  /** The confidence as it was read; if it is another by now, nothing changes. */
  readonly from: Pick<Memory, 'id' | 'version' | 'declaredConfidence'>;
  readonly confidence: number;
  readonly tags: readonly string[];
  readonly provenance: Readonly<Record<string, string>>;
}

/**
 * Learned patterns are memories; this is what only they can do. Whoever saves one again raises its confidence, the author or not.
 * That does not change the memory, unless it gets new tags, which make a new version and an event.
 */
export abstract class Patterns {
  /** False if it was raised, changed or removed meanwhile. */
  abstract move(scope: Scope, id: ItemId, move: PatternMove): Promise<boolean>;
}
