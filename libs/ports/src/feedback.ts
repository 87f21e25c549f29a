import type { FeedbackKind, ItemId, OrgId } from '@cairn/contracts';
import type { Scope } from '@cairn/domain';

/** The counts of feedback on a memory, by kind. */
export type FeedbackCounts = Readonly<Record<FeedbackKind, number>> & { readonly id: ItemId };

/**
 * Feedback of principals on memories. It does not change the memory: no new version, no reindexing. Only the last feedback of a
 * principal on a memory counts for each day (UTC). Each feedback is an event (`memory.feedback`), whose handler updates the
 * strength of the memory.
 */
export abstract class Feedback {
  /** Stores feedback of the scope's principal. Returns false when the scope sees no such memory. */
  abstract give(scope: Scope, memoryId: ItemId, kind: FeedbackKind): Promise<boolean>;
  /** The feedback of all principals on these memories; one entry for each memory that the scope sees and that has any. */
  abstract counts(scope: Scope, memoryIds: readonly ItemId[]): Promise<FeedbackCounts[]>;
  /** Computes the strength of a memory from all feedback on it. Repeating it changes nothing. */
  abstract updateStrength(orgId: OrgId, memoryId: ItemId): Promise<void>;
}
