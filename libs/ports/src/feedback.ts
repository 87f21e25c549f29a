import type { FeedbackKind, ItemId, OrgId, Scope } from '@cairn/contracts';

/** The counts of feedback on a memory, by kind. */
export type FeedbackCounts = Readonly<Record<FeedbackKind, number>> & { readonly id: ItemId };

/**
 * Feedback of principals on memories. It does not change the memory: no new version, no reindexing. Of a principal's feedback on a
 * memory, only the last of each day (UTC) counts. Each feedback is an event (`memory.feedback`), whose handler updates the
 * strength of the memory.
 */
export abstract class Feedback {
  /** Stores feedback of the scope's principal. False when the scope sees no such memory. */
  abstract give(scope: Scope, memoryId: ItemId, kind: FeedbackKind): Promise<boolean>;
  /** The feedback of all principals on these memories; one entry for each memory that the scope sees and that has any. */
  abstract counts(scope: Scope, memoryIds: readonly ItemId[]): Promise<FeedbackCounts[]>;
  /** Computes the strength of a memory from all feedback on it. Doing it again changes nothing. */
  abstract updateStrength(orgId: OrgId, memoryId: ItemId): Promise<void>;
}
