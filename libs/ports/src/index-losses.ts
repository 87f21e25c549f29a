import type { IndexTarget, OrgId } from '@cairn/contracts';
import type { IndexedVersion } from './search.ts';

/** A physical index of a live generation whose content was lost. */
export interface IndexLoss {
  readonly target: IndexTarget;
  readonly generation: number;
  /**
   * The name of a physical word index, each of which holds some organisations; empty for vectors, which have one index for all.
   * `placeOfOnly` when an index lacks items of one organisation.
   */
  readonly place: string;
}

/** The place of a loss that concerns one organisation, whatever others its index holds. */
export const placeOfOnly = (orgId: OrgId): string => `only-${orgId}`;

/** The approximate number of an organisation's items that an index must hold. */
export interface Owed {
  readonly orgId: OrgId;
  readonly items: number;
}

/** A loss that the caller has claimed for repair. */
export interface ClaimedLoss extends IndexLoss {
  /** When it was last recorded, epoch ms. An index that is lost again is a new loss. */
  readonly lostAt: number;
}

/**
 * Lost physical indexes, recorded in the truth, so that every process knows. Searches skip a lost index, and answers say so, until
 * it is complete again.
 */
export abstract class IndexLosses {
  /** The losses that are not repaired; may lag by a second. */
  abstract current(): Promise<readonly IndexLoss[]>;
  /**
   * Reports a missing index before it is created again. The loss is stored and audited if the generation is live and anything was
   * indexed in it. Returns when every reader skips the index.
   */
  abstract report(absent: IndexLoss): Promise<void>;
  /** Claims a loss to send its index all items again, unless another owner has it. */
  abstract claim(owner: string, leaseMs: number): Promise<ClaimedLoss | undefined>;
  /** Reads from counters how many items an index must hold, for up to `limit` organisations without a loss, in the order of ids. */
  abstract owed(index: Omit<IndexLoss, 'place'>, limit: number, after?: OrgId): Promise<readonly Owed[]>;
  /** Counts the items of an organisation that are recorded as indexed and not forgotten; reads all of them. */
  abstract indexed(target: IndexTarget, orgId: OrgId): Promise<number>;
  /**
   * For each organisation and each age in ms: the indexed live item that changed last before that age, with its version. A bounded
   * number of changes is read for each, so an item behind many forgotten ones is left out.
   */
  abstract lastIndexed(
    target: IndexTarget,
    orgIds: readonly OrgId[],
    agesMs: readonly number[],
  ): Promise<readonly IndexedVersion[]>;
  /** The organisation of a loss after a given one, in the order of ids. */
  abstract nextOrganisation(loss: IndexLoss, after?: OrgId): Promise<OrgId | undefined>;
  /** Records that all items were sent again, unless the index was lost again meanwhile. */
  abstract sent(loss: ClaimedLoss): Promise<void>;
  /** Removes the losses whose items are all indexed. Returns how many remain. */
  abstract settle(): Promise<number>;
}
