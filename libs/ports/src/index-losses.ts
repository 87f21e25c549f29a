import type { IndexTarget, OrgId } from '@cairn/contracts';

/** A physical index of a live generation whose content went away. */
export interface IndexLoss {
  readonly target: IndexTarget;
  readonly generation: number;
  /** Where words of its organisations live; empty for vectors, which have one index for all. */
  readonly place: string;
}

/** A loss that somebody may send again. */
export interface ClaimedLoss extends IndexLoss {
  /** When it was noted last, epoch ms: an index that goes away again is lost anew. */
  readonly lostAt: number;
}

/**
 * Which physical indexes were lost, in the truth, so that every process knows it. A lost index is left out of answers, which
 * say so, from before it is made again until everything that it held is back in it.
 */
export abstract class IndexLosses {
  /** Losses that are not mended. May be a second old. */
  abstract current(): Promise<readonly IndexLoss[]>;
  /**
   * To be told of an index that is not there, before it is made again. A loss is noted and audited if the generation is
   * live and anything was indexed there. Returns when every reader leaves the index out.
   */
  abstract report(absent: IndexLoss): Promise<void>;
  /** The right to send again what a loss took, unless another owner has it. */
  abstract claim(owner: string, leaseMs: number): Promise<ClaimedLoss | undefined>;
  /** The organisations of a loss, by id, from behind one on. */
  abstract nextOrganisation(loss: IndexLoss, after?: OrgId): Promise<OrgId | undefined>;
  /** Everything was sent again. Says nothing of a loss that was noted anew meanwhile. */
  abstract sent(loss: ClaimedLoss): Promise<void>;
  /** Forgets the losses of which everything that was sent again is indexed. Returns how many are left. */
  abstract settle(): Promise<number>;
}
