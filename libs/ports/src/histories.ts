import type { ItemId, MemoryHistory, Principal, RestoreHistoryRequest, Scope } from '@cairn/contracts';

/** What belongs to memories beside themselves, for exports and imports. */
export abstract class Histories {
  /** Of those that the scope sees, in the order of the ids. */
  abstract of(scope: Scope, ids: readonly ItemId[]): Promise<MemoryHistory[]>;

  /**
   * Gives a memory of version 1 that has no history the one that it had elsewhere: version, state, former texts, feedback, and
   * the memory that it stands in the place of, where the scope sees that. False where it has a history; undefined where there
   * is no such memory.
   */
  abstract restore(
    scope: Scope,
    author: Principal,
    memory: { readonly id: ItemId; readonly history: RestoreHistoryRequest },
  ): Promise<boolean | undefined>;
}
