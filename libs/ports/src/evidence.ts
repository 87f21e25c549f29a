import type { ItemId } from '@cairn/contracts';
import type { Scope } from '@cairn/domain';

/** The evidence for and against a memory, as far as a scope sees it. */
export interface MemoryEvidence {
  /** Whether a person or a manager wrote the memory. */
  readonly isTrusted: boolean;
  /** The number of other principals who sent the same statement, each counted once. */
  readonly senders: number;
  /** The number of memories valid at the requested time that contradict this one. */
  readonly contradictions: number;
  /**
   * The sources that the memory names, that were forgotten and that the scope could see; without those stored again since.
   */
  readonly goneSources: readonly string[];
  /**
   * Whether the memory is a procedure with the skill name of an older procedure that the scope could see and that was
   * forgotten or renamed.
   */
  readonly isNameRetired: boolean;
}

/**
 * Corroboration of memories. A text that is sent again for the same readers is merged into the stored memory, in the commit
 * of that write: tags, triggers and source ids are united, and each sender counts once.
 */
export abstract class Evidence {
  /**
   * Maps the ids of memories to their evidence at a time, epoch ms; memories that the scope does not see are left out.
   * Senders of the current text and authors of memories that restate it count; hidden, inactive and invalid memories do
   * not.
   */
  abstract of(scope: Scope, memoryIds: readonly ItemId[], at: number): Promise<ReadonlyMap<ItemId, MemoryEvidence>>;
}
