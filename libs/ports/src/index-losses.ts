import type { IndexTarget, OrgId } from '@cairn/contracts';
import type { IndexedVersion } from './search.ts';

/** A physical index of a live generation whose content was lost. */
export interface IndexLoss {
  readonly target: IndexTarget;
  readonly generation: number;
  /**
   * Which of the physical word indexes, each of which holds some organisations; empty for vectors, which have one index for all.
   * `placeOfOnly` where an index lacks items of one organisation.
   */
  readonly place: string;
}

/** The place of a loss that concerns one organisation, whatever others its index holds. */
export const placeOfOnly = (orgId: OrgId): string => `only-${orgId}`;

/** About how many items an index must hold of an organisation. */
export interface Owed {
  readonly orgId: OrgId;
  readonly items: number;
}

/** A loss that the caller may repair. */
export interface ClaimedLoss extends IndexLoss {
  /** When it was noted last, epoch ms. An index that is lost again is a new loss. */
  readonly lostAt: number;
}

/**
 * Which physical indexes were lost, kept in the truth, so that every process knows. A lost index is left out of answers, which say
 * so, until it has everything again.
 */
export abstract class IndexLosses {
  /** The losses that are not repaired. May be a second old. */
  abstract current(): Promise<readonly IndexLoss[]>;
  /**
   * To be called when an index is missing, before it is made again. The loss is stored and audited if the generation is live and
   * anything was indexed in it. Returns when every reader leaves the index out.
   */
  abstract report(absent: IndexLoss): Promise<void>;
  /** The right to send a lost index its items again, unless another owner has it. */
  abstract claim(owner: string, leaseMs: number): Promise<ClaimedLoss | undefined>;
  /** Reads from counters how many items an index must hold, for up to `limit` organisations without a loss, in the order of ids. */
  abstract owed(index: Omit<IndexLoss, 'place'>, limit: number, after?: OrgId): Promise<readonly Owed[]>;
  /** How many items of an organisation are noted as indexed and still there: looks at all of them. */
  abstract indexed(target: IndexTarget, orgId: OrgId): Promise<number>;
  /**
   * Of each organisation, the live item that changed last before each of these ages, in ms, of what is noted as indexed, with its
   * version. A bounded number of changes is read for each, so that an item is left out behind many that were forgotten.
   */
  abstract lastIndexed(
    target: IndexTarget,
    orgIds: readonly OrgId[],
    agesMs: readonly number[],
  ): Promise<readonly IndexedVersion[]>;
  /** The organisations of a loss by id, after a given one. */
  abstract nextOrganisation(loss: IndexLoss, after?: OrgId): Promise<OrgId | undefined>;
  /** Notes that everything was sent again, unless the index was lost again meanwhile. */
  abstract sent(loss: ClaimedLoss): Promise<void>;
  /** Removes the losses whose items are all indexed. Returns how many are left. */
  abstract settle(): Promise<number>;
}
