import type { IndexTarget, OrgId } from '@cairn/contracts';
import type { Pointer } from './index-ledger.ts';

/** A stored item without its content. */
export interface ScannedItem extends Pointer {
  /** Its place in the order of arrival, from 1 up. */
  readonly place: number;
  readonly version: number;
  readonly isDeleted: boolean;
}

/** Reads the whole truth, to fill an index or compare one with it. */
export abstract class ItemScan {
  /**
   * Items of all organisations after a place in the order of arrival, forgotten ones too. Items written meanwhile may be missed;
   * their events report them.
   */
  abstract after(place: number, limit: number): Promise<ScannedItem[]>;
  /** The place of the newest item; 0 if there is none. */
  abstract last(): Promise<number>;
  /** All items of an organisation, forgotten ones too, a page at a time. */
  abstract of(orgId: OrgId): AsyncIterable<readonly ScannedItem[]>;
  /** The first organisation with items whose id is greater than this one, or the first of all. */
  abstract nextOrganisation(after?: OrgId): Promise<OrgId | undefined>;
  /** Items of all organisations that `Truth.markOff` marked for this target and that were not announced since, oldest marks first. */
  abstract off(target: IndexTarget, limit: number): Promise<Pointer[]>;
  /** Adds the events of these items for one target to the outbox again; the items are pending until processed. Returns how many. */
  abstract announce(pointers: readonly Pointer[], target: IndexTarget): Promise<number>;
}
