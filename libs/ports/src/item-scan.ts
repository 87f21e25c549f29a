import type { IndexTarget, OrgId } from '@cairn/contracts';
import type { Pointer } from './index-ledger.ts';

/** A stored item without its content. */
export interface ScannedItem extends Pointer {
  /** The position of the item in the order of arrival, from 1 up. */
  readonly place: number;
  readonly version: number;
  readonly isDeleted: boolean;
}

/** Reads the whole truth, to fill an index or to compare an index with it. */
export abstract class ItemScan {
  /**
   * Lists items of all organisations after a position in the order of arrival, forgotten ones too. May miss items written
   * meanwhile; their events report them.
   */
  abstract after(place: number, limit: number): Promise<ScannedItem[]>;
  /** The position of the newest item; 0 if there is none. */
  abstract last(): Promise<number>;
  /** Reads all items of an organisation, forgotten ones too, a page at a time. */
  abstract of(orgId: OrgId): AsyncIterable<readonly ScannedItem[]>;
  /** Returns the organisation with items that has the next greater id; without `after`, the one with the smallest id. */
  abstract nextOrganisation(after?: OrgId): Promise<OrgId | undefined>;
  /**
   * Lists items of all organisations that `Truth.markOff` marked for this target and that were not announced since, oldest
   * marks first.
   */
  abstract off(target: IndexTarget, limit: number): Promise<Pointer[]>;
  /**
   * Adds the events of these items for one target to the outbox again; the items are pending until the target has processed
   * them. Returns their number.
   */
  abstract announce(pointers: readonly Pointer[], target: IndexTarget): Promise<number>;
}
