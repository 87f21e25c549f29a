import type { ItemId, MemoryHistory, Principal, RestoreHistoryRequest, Scope } from '@cairn/contracts';
import type { Again } from './item-writer.ts';

/** The parts of memories that exports and imports carry beside the memories themselves. */
export abstract class Histories {
  /** The histories of the memories that the scope sees, in the order of the ids. */
  abstract of(scope: Scope, ids: readonly ItemId[]): Promise<MemoryHistory[]>;

  /**
   * Gives a memory of version 1 without a history the one that it had elsewhere: version, state, revisions, feedback, and the
   * memories that it superseded, those that the scope sees. False if it has a history; undefined if there is no such memory.
   */
  abstract restore(
    scope: Scope,
    author: Principal,
    memory: { readonly id: ItemId; readonly history: RestoreHistoryRequest; readonly again?: Again | undefined },
  ): Promise<boolean | undefined>;
}
