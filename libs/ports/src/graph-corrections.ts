import type { GraphCorrectionAction, GraphEntity, ItemId, Mention, OrgId, PrincipalId } from '@cairn/contracts';
import type { GraphAuthor } from './graph-maintenance.ts';

/** An entity of the graph by its id, or without an id one that no memory mentions, such as a speaker. */
export type NamedEntity = Mention & { readonly id?: string };

export interface NewCorrection {
  readonly id: string;
  readonly action: GraphCorrectionAction;
  readonly from: NamedEntity;
  /** The entity to merge into or to keep apart from, or the new name of the entity or of its part. */
  readonly to: NamedEntity;
  /** The memories of a split that mean the part. */
  readonly memoryIds: readonly ItemId[];
}

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
 * Corrections of entities by managers, which override what memories state: two entities are one, an entity has another name, some
 * memories mean another entity. They survive a rebuild of the graph and apply until they are removed.
 */
export abstract class GraphCorrections {
  /** Adds a correction; audited. Throws `graph/correction` if there are too many, or the two entities are one already. */
  abstract add(author: GraphAuthor, correction: NewCorrection): Promise<void>;
  /** Removes a correction; audited. Returns undefined if there is none. */
  abstract remove(author: GraphAuthor, id: string): Promise<Correction | undefined>;
  /** All corrections of an organisation, the oldest first. */
  abstract list(orgId: OrgId): Promise<Correction[]>;
  /** For each pair, whether it is settled: kept apart by a manager, or merged already, with merged entities resolved. */
  abstract settled(orgId: OrgId, pairs: readonly EntityPair[]): Promise<readonly boolean[]>;
}
