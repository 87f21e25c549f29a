import type { ItemId, Scope } from '@cairn/contracts';

/** What speaks for a memory and against it, as far as a scope sees it. */
export interface MemoryEvidence {
  /** A person or a manager wrote it. */
  readonly isTrusted: boolean;
  /** Others than its writer who said the same, each counted once. */
  readonly senders: number;
  /** Memories that hold at the time and say otherwise. */
  readonly contradictions: number;
}

/**
 * Who else says what a memory says: equal text that is sent again for the same readers joins the memory that is there, in the
 * commit of that write. Its tags, triggers and source ids become the union, and its sender counts once, however often it comes.
 */
export abstract class Evidence {
  /**
   * What there is for and against these memories at a time, epoch ms; those that the scope does not see are left out. Who sent the text
   * as it is now counts, and who wrote a memory that restates it; a memory that is hidden, not active or does not hold counts for nothing.
   */
  abstract of(scope: Scope, memoryIds: readonly ItemId[], at: number): Promise<ReadonlyMap<ItemId, MemoryEvidence>>;
}
