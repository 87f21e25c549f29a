import type { IndexState, IndexTarget, Item, ItemId, ItemKind, OrgId, Subscriber } from '@cairn/contracts';
import type { Scope } from '@cairn/domain';

/** Names an item without a scope, for subscribers of the write path. */
export interface Pointer {
  readonly orgId: OrgId;
  readonly kind: ItemKind;
  readonly id: ItemId;
}

/** The progress of each index on each item, for its maintainers: subscribers, the sweeper, comparisons. */
export abstract class IndexLedger {
  /** For subscribers: returns the newest version of an item, or for a tombstone its version and time of deletion. */
  abstract load(pointer: Pointer): Promise<Item | { readonly deletedAt: number; readonly version: number } | undefined>;

  /** Records that an index has processed an item at this version. Never goes back to a lower version. */
  abstract markIndexed(pointer: Pointer, target: Subscriber, version: number): Promise<void>;

  /**
   * Records that an index is switched off for this version of an item. The item then waits no longer, until
   * `announce` of the item scan is called for it. Changes nothing if the item has a newer version or is indexed.
   */
  abstract markOff(pointer: Pointer, target: IndexTarget, version: number): Promise<void>;

  /**
   * For the sweeper: adds the events of items whose index has lagged for more than `olderThanMs` to the outbox again.
   * Returns their number.
   */
  abstract requeueLagging(olderThanMs: number, limit: number): Promise<number>;

  abstract indexStates(pointers: readonly Pointer[]): Promise<IndexState[]>;

  /**
   * Whether an item visible to the scope has waited longer than `olderThanMs` for an index. Examines only the oldest few
   * hundred waiting items of the organisation, so that the cost does not grow with the queue.
   */
  abstract isBehind(scope: Scope, target: Subscriber, olderThanMs: number): Promise<boolean>;
}
