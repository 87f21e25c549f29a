import type { ItemId } from '@cairn/contracts';
import type { Scope } from '@cairn/domain';

/** The evidence for and against a memory, as far as a scope sees it. */
export interface MemoryEvidence {
  /** Whether a person or a manager wrote it. */
  readonly isTrusted: boolean;
  /** The number of other senders of the same statement, each counted once. */
  readonly senders: number;
  /** The number of memories valid at the time that contradict it. */
  readonly contradictions: number;
  /** Named sources that were forgotten and that the scope could see, except those stored again. */
  readonly goneSources: readonly string[];
  /** Whether the title of a procedure has the skill name of an older one that the scope could see and that was forgotten or renamed. */
  readonly isNameRetired: boolean;
}

/**
 * Corroboration of memories. A text sent again for the same readers is merged into the stored memory, in the commit of that
 * write: tags, triggers and source ids become the union, and each sender counts once.
 */
export abstract class Evidence {
  /**
   * The evidence for these memories at a time, epoch ms; memories that the scope does not see are left out. It counts senders of the
   * current text and authors of memories that restate it, but no memories that are hidden, inactive or not valid at the time.
   */
  abstract of(scope: Scope, memoryIds: readonly ItemId[], at: number): Promise<ReadonlyMap<ItemId, MemoryEvidence>>;
}
