import type { FeedbackKind, ItemId, OrgId, Scope } from '@cairn/contracts';

/** How often each kind was said of a memory. */
export type FeedbackCounts = Readonly<Record<FeedbackKind, number>> & { readonly id: ItemId };

/**
 * What principals say of memories. It is no change of the memory: its version stays and no index hears of it. One principal
 * says one thing of a memory and day (UTC): the last one of the day stands in place of those before. Each is an
 * event (`memory.feedback`), whose handler weighs the memory anew.
 */
export abstract class Feedback {
  /** Says it for the principal of the scope. False when the scope sees no such memory. */
  abstract give(scope: Scope, memoryId: ItemId, kind: FeedbackKind): Promise<boolean>;
  /** What was said of these memories, by everybody; one entry for each that the scope sees and of which something was said. */
  abstract counts(scope: Scope, memoryIds: readonly ItemId[]): Promise<FeedbackCounts[]>;
  /** Makes the strength that a memory is read with from all that was said of it. Doing it again changes nothing. */
  abstract weigh(orgId: OrgId, memoryId: ItemId): Promise<void>;
}
