import type { ItemId, Memory, Scope } from '@cairn/contracts';

/** What saving a pattern again moves. */
export interface PatternMove {
  /** As it was read; where it is another by now, nothing is moved. */
  readonly from: Pick<Memory, 'id' | 'version' | 'declaredConfidence'>;
  readonly confidence: number;
  readonly tags: readonly string[];
  readonly provenance: Readonly<Record<string, string>>;
}

/**
 * Learned patterns are memories; this is what nobody but they can do: whoever saves one again raises its confidence, be it theirs or not.
 * That is no change of the memory, unless it gets new tags, which are a new version and an event.
 */
export abstract class Patterns {
  /** False where it was moved, changed or taken away meanwhile. */
  abstract move(scope: Scope, id: ItemId, move: PatternMove): Promise<boolean>;
}
