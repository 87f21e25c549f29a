import type { ItemId, Scope } from '@cairn/contracts';

/** The evidence for and against a memory, as far as a scope sees it. */
export interface MemoryEvidence {
  /** Whether a person or a manager wrote it. */
  readonly isTrusted: boolean;
  /** How many others said the same, each counted once. */
  readonly senders: number;
  /** How many memories that hold at the time contradict it. */
  readonly contradictions: number;
  /** Sources that it names, in its words, that were forgotten and that the scope could see; not those that are stored again. */
  readonly goneSources: readonly string[];
  /** Of a procedure: whether an older one that the scope could see had the skill name of its title, and was forgotten or renamed. */
  readonly isNameRetired: boolean;
}

/**
 * Corroboration of memories. Equal text that is sent again for the same readers joins the stored memory, in the commit of that
 * write: its tags, triggers and source ids become the union, and its sender counts once, however often it comes.
 */
export abstract class Evidence {
  /**
   * The evidence for these memories at a time, epoch ms; those that the scope does not see are left out. Senders of the current
   * text count, and authors of memories that restate it. Memories that are hidden, not active or do not hold at the time do not
   * count.
   */
  abstract of(scope: Scope, memoryIds: readonly ItemId[], at: number): Promise<ReadonlyMap<ItemId, MemoryEvidence>>;
}
