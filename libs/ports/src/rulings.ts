import type { ItemId, Scope } from '@cairn/contracts';

/** The patterns of actions that a memory is about. */
export interface ActionTriggers {
  readonly id: ItemId;
  readonly triggers: readonly string[];
}

/** What a preflight reads of memories beside their texts. */
export abstract class Rulings {
  /** The active memories with action triggers that the scope sees, newest first, at most `limit`. */
  abstract triggers(scope: Scope, limit: number): Promise<ActionTriggers[]>;

  /** The items among these that a person, a manager or an admin wrote. */
  abstract trusted(scope: Scope, ids: readonly ItemId[]): Promise<ItemId[]>;
}
