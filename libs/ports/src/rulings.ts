import type { ItemId, Norm, Scope } from '@cairn/contracts';

/** The action triggers and norms of a memory, as its writer gave them. */
export interface GivenActions {
  readonly id: ItemId;
  readonly version: number;
  readonly triggers: readonly string[];
  readonly forbids: readonly Norm[];
}

/** Data of memories for a preflight, beside their texts. */
export abstract class Rulings {
  /** The active memories with action triggers or norms that the scope sees, newest first, at most `limit`. */
  abstract given(scope: Scope, limit: number): Promise<GivenActions[]>;

  /** The items among these that a person, a manager or an admin wrote. */
  abstract trusted(scope: Scope, ids: readonly ItemId[]): Promise<ItemId[]>;
}
