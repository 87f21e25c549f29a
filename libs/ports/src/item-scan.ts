import type { IndexTarget, OrgId } from '@cairn/contracts';
import type { Pointer } from './truth.ts';

/** That an item is stored, without what it says. */
export interface Held extends Pointer {
  /** Its place in the order of arrival, from 1 up. */
  readonly place: number;
  readonly version: number;
  readonly isDeleted: boolean;
}

/** The truth for those who go through all of it: to fill an index, or to hold one against it. */
export abstract class ItemScan {
  /**
   * Items of all organisations in the order of arrival, the forgotten ones too, from behind a place on. Those that are being
   * written meanwhile may be passed over; their events tell of them.
   */
  abstract after(place: number, limit: number): Promise<Held[]>;
  /** The place of the newest item, 0 without any. */
  abstract last(): Promise<number>;
  /** All items of an organisation, the forgotten ones too, a page at a time. */
  abstract of(orgId: OrgId): AsyncIterable<readonly Held[]>;
  /** The organisation with items that comes after this one by id, or first of all. */
  abstract nextOrganisation(after?: OrgId): Promise<OrgId | undefined>;
  /** Items of all organisations that `Truth.markOff` has marked for this target and nobody has announced since, oldest marks first. */
  abstract off(target: IndexTarget, limit: number): Promise<Pointer[]>;
  /** The events of these items for one target go to the outbox again, and until they are done the items are pending. Returns how many there are. */
  abstract announce(pointers: readonly Pointer[], target: IndexTarget): Promise<number>;
}
