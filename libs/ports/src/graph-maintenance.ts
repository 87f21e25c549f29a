import type { DriftKind, ItemId, OrgId, Statements } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';

/** The position of a memory in its organisation: by effective time, then by the order of arrival. */
export interface GraphPlace {
  readonly time: number;
  readonly place: number;
}

/** A generation that is being built, and its progress. */
export interface GraphBuilding {
  readonly generation: number;
  readonly cursor: GraphPlace;
  /** The number of memories added so far. */
  readonly filled: number;
}

/** A stored memory, in any state. */
export interface HeldMemory {
  readonly id: ItemId;
  readonly version: number;
  readonly place: GraphPlace;
}

/** The statements of one version of a memory. */
export interface ReadMemory {
  readonly id: ItemId;
  readonly version: number;
  readonly said: Statements;
}

/** A memory whose rows in the graph differ from its statements. */
export interface GraphDrift {
  readonly is: DriftKind;
  readonly id: ItemId;
  readonly version: number;
  /** Whether the graph has not processed this version yet. */
  readonly isPending: boolean;
}

export type GraphAuthor = Pick<Principal, 'orgId' | 'principalId'>;

/** Rebuilds the graph of an organisation while the live one stays in use, and compares the graph with the memories. */
export abstract class GraphMaintenance {
  /** Begins a generation, or continues the one being built; from now on, writes go to it too. Audited. */
  abstract begin(author: GraphAuthor, orgId: OrgId): Promise<GraphBuilding>;
  /** Lists the memories after a position, in order; the first page starts at time 0 and place 0. */
  abstract memories(orgId: OrgId, behind: GraphPlace, limit: number): Promise<HeldMemory[]>;
  /**
   * Adds a memory to the generation that is being built. Skips a memory that has changed since it was read, since the event
   * of the change adds it.
   */
  abstract fill(orgId: OrgId, memory: ReadMemory): Promise<void>;
  abstract advance(orgId: OrgId, building: GraphBuilding): Promise<void>;
  /** Makes the new generation live. Returns false if it is not the one being built any more. Audited. */
  abstract switchTo(author: GraphAuthor, orgId: OrgId, generation: number): Promise<boolean>;
  /** Deletes a batch of rows of earlier generations; returns their number. */
  abstract sweep(orgId: OrgId): Promise<number>;
  /**
   * Finds the memories whose rows in the live generation differ from their statements. Skips memories that have another
   * version by now.
   */
  abstract drift(orgId: OrgId, memories: readonly ReadMemory[]): Promise<GraphDrift[]>;
  /** Counts the rows in the live generation that no memory supports any more. */
  abstract strays(orgId: OrgId): Promise<number>;
  /** Deletes the rows that `strays` counts; returns their number. */
  abstract removeStrays(orgId: OrgId): Promise<number>;
}
