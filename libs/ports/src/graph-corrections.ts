import type { GraphCorrectionAction, GraphEntity, ItemId, Mention, OrgId, PrincipalId } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';

/** An entity of the graph. `id` is absent for an entity that no memory mentions, such as a speaker. */
export type NamedEntity = Mention & { readonly id?: string };

export interface NewCorrection {
  readonly id: string;
  readonly action: GraphCorrectionAction;
  readonly from: NamedEntity;
  /** The entity to merge into or to keep apart from; or the new name of the entity or of its split part. */
  readonly to: NamedEntity;
  /** For a split: the memories that mean the new entity. */
  readonly memoryIds: readonly ItemId[];
}

export type GraphAuthor = Pick<Principal, 'orgId' | 'principalId'>;

/** Two entities that may be the same. */
export type EntityPair = readonly [NamedEntity, NamedEntity];

export interface Correction extends Omit<NewCorrection, 'from' | 'to'> {
  readonly to: Mention;
  readonly from: Pick<GraphEntity, 'type' | 'name'>;
  /** Epoch ms. */
  readonly at: number;
  readonly by: PrincipalId;
}

/**
 * Corrections of entities by managers, which override what memories state: two entities are the same, an entity has another
 * name, or some memories mean another entity. A correction applies until it is removed, also after a rebuild of the graph.
 */
export abstract class GraphCorrections {
  /**
   * Adds a correction and audits it. Throws `graph/correction` if there are too many, or if the two entities are merged
   * already.
   */
  abstract add(author: GraphAuthor, correction: NewCorrection): Promise<void>;
  /** Removes a correction and audits that. Returns undefined if the correction does not exist. */
  abstract remove(author: GraphAuthor, id: string): Promise<Correction | undefined>;
  /** Lists all corrections of an organisation, oldest first. */
  abstract list(orgId: OrgId): Promise<Correction[]>;
  /**
   * Tells for each pair whether it needs no suggestion to merge: a manager keeps the two apart, or they are merged already.
   */
  abstract settled(orgId: OrgId, pairs: readonly EntityPair[]): Promise<readonly boolean[]>;
}
