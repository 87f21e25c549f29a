import type { ItemId, Memory } from '@cairn/contracts';
import type { Scope } from '@cairn/domain';

/** The change that saving a pattern again makes. */
export interface PatternMove {
  /** The confidence as read; nothing changes if it differs by now. */
  readonly from: Pick<Memory, 'id' | 'version' | 'declaredConfidence'>;
  readonly confidence: number;
  readonly tags: readonly string[];
  readonly provenance: Readonly<Record<string, string>>;
}

/**
 * Learned patterns: memories with a command of their own. Anybody who saves one again raises its confidence, the author or not.
 * That does not change the memory, unless it gets new tags, which make a new version and an event.
 */
export abstract class Patterns {
  /** Returns false if the pattern was raised, changed or removed meanwhile. */
  abstract move(scope: Scope, id: ItemId, move: PatternMove): Promise<boolean>;
}
