import type { ItemId, Scope } from '@cairn/contracts';

/** A memory's own patterns of actions that it is about. */
export interface ActionTriggers {
  readonly id: ItemId;
  readonly triggers: readonly string[];
}

/** What a preflight reads of memories beside their texts. */
export abstract class Rulings {
  /** The active memories with action triggers that the scope sees, newest first, at most `limit`. */
  abstract triggers(scope: Scope, limit: number): Promise<ActionTriggers[]>;

  /** Those of these items that a person wrote, or somebody with the role manager or admin. */
  abstract trusted(scope: Scope, ids: readonly ItemId[]): Promise<ItemId[]>;
}
