import type { GraphCorrectionAction, GraphEntity, ItemId, Mention, OrgId, PrincipalId } from '@cairn/contracts';
import type { GraphAuthor } from './graph-maintenance.ts';

export interface NewCorrection {
  readonly id: string;
  readonly action: GraphCorrectionAction;
  readonly from: GraphEntity;
  /** Into what it is merged, or what it, or its part, is called from now on. */
  readonly to: Mention;
  /** Of a split: those whose words mean the part. */
  readonly memoryIds: readonly ItemId[];
}

export interface Correction extends Omit<NewCorrection, 'from'> {
  readonly from: Pick<GraphEntity, 'type' | 'name'>;
  /** Epoch ms. */
  readonly at: number;
  readonly by: PrincipalId;
}

/**
 * What managers say of entities, over what memories say: that two are one, that one is called otherwise, that some memories
 * mean another. They are declarations, which no rebuilding loses, and count until they are taken back.
 */
export abstract class GraphCorrections {
  /** Audited. `graph/correction`: there are too many, or the two are one already. */
  abstract add(author: GraphAuthor, correction: NewCorrection): Promise<void>;
  /** Takes one back, audited; undefined: there is none. */
  abstract remove(author: GraphAuthor, id: string): Promise<Correction | undefined>;
  /** All of an organisation, the oldest first. */
  abstract list(orgId: OrgId): Promise<Correction[]>;
}
