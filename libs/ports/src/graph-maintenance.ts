import type { DriftKind, ItemId, OrgId, Statements } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';

/** The place of a memory among those of its organisation: its effective time, then its number. */
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
  /** Whether the graph has not read this version yet. */
  readonly isPending: boolean;
}

export type GraphAuthor = Pick<Principal, 'orgId' | 'principalId'>;

/** Rebuilds the graph of an organisation beside the live one, and compares the graph with the memories. */
export abstract class GraphMaintenance {
  /** Begins a generation, or continues one that has begun; writes go to it too from now on. Audited. */
  abstract begin(author: GraphAuthor, orgId: OrgId): Promise<GraphBuilding>;
  /** The memories after a place, in order; the first page starts at time 0 and place 0. */
  abstract memories(orgId: OrgId, behind: GraphPlace, limit: number): Promise<HeldMemory[]>;
  /** Adds a memory to the generation that is being built. A memory that has changed since it was read arrives by its event. */
  abstract fill(orgId: OrgId, memory: ReadMemory): Promise<void>;
  abstract advance(orgId: OrgId, building: GraphBuilding): Promise<void>;
  /** Makes the new generation live. Returns false if it is no longer the one that is being built. Audited. */
  abstract switchTo(author: GraphAuthor, orgId: OrgId, generation: number): Promise<boolean>;
  /** Deletes some rows of earlier generations; returns how many. */
  abstract sweep(orgId: OrgId): Promise<number>;
  /** The memories whose rows in the live generation differ from their statements. Memories that have another version by now are skipped. */
  abstract drift(orgId: OrgId, memories: readonly ReadMemory[]): Promise<GraphDrift[]>;
  /** The number of rows in the live generation that no memory supports any more. */
  abstract strays(orgId: OrgId): Promise<number>;
  /** Deletes those rows; returns how many. */
  abstract removeStrays(orgId: OrgId): Promise<number>;
}
