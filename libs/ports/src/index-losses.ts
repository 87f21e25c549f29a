import type { IndexTarget, OrgId } from '@cairn/contracts';
import type { IndexedVersion } from './search.ts';

/** The loss of a physical index of a live generation, or of one organisation's part of it. */
export interface IndexLoss {
  readonly target: IndexTarget;
  readonly generation: number;
  /**
   * The name of the lost word index; each word index serves some organisations. Empty for vectors, which have one index for
   * all organisations. `placeOfOrganisation` if an index lacks the items of one organisation.
   */
  readonly place: string;
}

/** The `place` of a loss that concerns only one organisation in its index. */
export const placeOfOrganisation = (orgId: OrgId): string => `only-${orgId}`;

/** An organisation and the approximate number of its items that an index must contain. */
export interface ExpectedItems {
  readonly orgId: OrgId;
  readonly items: number;
}

/** A loss that its owner has claimed in order to repair the index. */
export interface ClaimedLoss extends IndexLoss {
  /** The time at which the loss was last recorded, epoch ms. If the index is lost again, that is a new loss. */
  readonly lostAt: number;
}

/**
 * Losses of physical indexes, recorded in the truth, so that every process knows them. Searches skip a lost index, and
 * answers say so, until the index is complete again.
 */
export abstract class IndexLosses {
  /** Lists the losses that are not repaired yet; may lag by a second. */
  abstract current(): Promise<readonly IndexLoss[]>;
  /**
   * Reports that an index is missing, before the index is created again. Stores and audits the loss if the generation is
   * live and anything was indexed in it. Resolves once every reader skips the index.
   */
  abstract report(absent: IndexLoss): Promise<void>;
  /** Claims a loss that no other owner has claimed, in order to send all items to the index again. */
  abstract claim(owner: string, leaseMs: number): Promise<ClaimedLoss | undefined>;
  /**
   * Reads from counters how many items an index must contain, for up to `limit` organisations without a loss, in the order
   * of ids.
   */
  abstract owed(index: Omit<IndexLoss, 'place'>, limit: number, after?: OrgId): Promise<readonly ExpectedItems[]>;
  /** Counts the items of an organisation that are recorded as indexed and are not forgotten; reads all of them. */
  abstract indexed(target: IndexTarget, orgId: OrgId): Promise<number>;
  /**
   * Finds, for each organisation and each age in ms, the indexed item that changed last before that age, with its version;
   * forgotten items do not count. Reads a bounded number of changes for each, so it may miss an item behind many forgotten
   * ones.
   */
  abstract lastIndexed(
    target: IndexTarget,
    orgIds: readonly OrgId[],
    agesMs: readonly number[],
  ): Promise<readonly IndexedVersion[]>;
  /** The next organisation, in the order of ids, whose items the lost index must contain. */
  abstract nextOrganisation(loss: IndexLoss, after?: OrgId): Promise<OrgId | undefined>;
  /** Records that all items were sent to the index again, unless the index was lost again meanwhile. */
  abstract sent(loss: ClaimedLoss): Promise<void>;
  /** Removes the losses whose items are all indexed. Returns the number of losses that remain. */
  abstract settle(): Promise<number>;
}
