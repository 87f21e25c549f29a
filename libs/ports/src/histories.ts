import type { ItemId, MemoryHistory, RestoreHistoryRequest } from '@cairn/contracts';
import type { Principal, Scope } from '@cairn/domain';
import type { Overwrite } from './item-writer.ts';

/** The data of memories that exports and imports carry beside the memories themselves. */
export abstract class Histories {
  /** The histories of the memories that the scope sees, in the order of the ids. */
  abstract of(scope: Scope, ids: readonly ItemId[]): Promise<MemoryHistory[]>;

  /**
   * Restores the history that a memory had elsewhere: version, state, revisions, feedback, and the superseded memories that the
   * scope sees. The memory must have version 1. Returns false if it has a history, undefined if there is no such memory.
   */
  abstract restore(
    scope: Scope,
    author: Principal,
    memory: {
      readonly id: ItemId;
      readonly history: RestoreHistoryRequest;
      readonly overwrite?: Overwrite | undefined;
    },
  ): Promise<boolean | undefined>;
}
