import type { IndexTarget, OrgId } from '@cairn/contracts';
import type { Pointer } from './index-ledger.ts';

/** A stored item without its content. */
export interface Held extends Pointer {
  /** Its place in the order of arrival, from 1 up. */
  readonly place: number;
  readonly version: number;
  readonly isDeleted: boolean;
}

/** Reads the whole truth, for filling an index or comparing one with it. */
export abstract class ItemScan {
  /**
   * Items of all organisations in the order of arrival, forgotten ones too, after a place. Items that are being written meanwhile
   * may be missed; their events tell of them.
   */
  abstract after(place: number, limit: number): Promise<Held[]>;
  /** The place of the newest item; 0 if there is none. */
  abstract last(): Promise<number>;
  /** All items of an organisation, forgotten ones too, a page at a time. */
  abstract of(orgId: OrgId): AsyncIterable<readonly Held[]>;
  /** The next organisation with items after this one by id, or the first. */
  abstract nextOrganisation(after?: OrgId): Promise<OrgId | undefined>;
  /** Items of all organisations that `Truth.markOff` marked for this target and that were not announced since, oldest marks first. */
  abstract off(target: IndexTarget, limit: number): Promise<Pointer[]>;
  /** Puts the events of these items for one target into the outbox again; until they are done the items are pending. Returns how many. */
  abstract announce(pointers: readonly Pointer[], target: IndexTarget): Promise<number>;
}
