import type { DriftKind, ItemId, OrgId, Principal, Statements } from '@cairn/contracts';

/** The place of a memory among those of its organisation: its effective time, then its number. */
export interface GraphPlace {
  readonly time: number;
  readonly place: number;
}

/** A generation that is being built, and how far it is. */
export interface GraphBuilding {
  readonly generation: number;
  readonly cursor: GraphPlace;
  /** How many memories have been put in. */
  readonly filled: number;
}

/** That a memory is stored, whatever has become of it. */
export interface HeldMemory {
  readonly id: ItemId;
  readonly version: number;
  readonly place: GraphPlace;
}

/** What one version of a memory says. */
export interface ReadMemory {
  readonly id: ItemId;
  readonly version: number;
  readonly said: Statements;
}

/** A memory that the graph has otherwise than it says. */
export interface GraphDrift {
  readonly is: DriftKind;
  readonly id: ItemId;
  readonly version: number;
  /** Whether the graph has not read this version yet. */
  readonly isPending: boolean;
}

export type GraphAuthor = Pick<Principal, 'orgId' | 'principalId'>;

/** Builds the graph of an organisation anew beside the one that is read, and compares it with the memories. */
export abstract class GraphMaintenance {
  /** From now on whatever is kept goes into the new generation too. Goes on with one that has begun. Audited. */
  abstract begin(author: GraphAuthor, orgId: OrgId): Promise<GraphBuilding>;
  /** The memories after a place, in order; start with time 0 and place 0. */
  abstract memories(orgId: OrgId, behind: GraphPlace, limit: number): Promise<HeldMemory[]>;
  /** Adds a memory to the generation that is being built. One that has changed since it was read comes by its event. */
  abstract fill(orgId: OrgId, memory: ReadMemory): Promise<void>;
  abstract advance(orgId: OrgId, building: GraphBuilding): Promise<void>;
  /** Makes the new generation the one that questions read from now on. False if it is no longer the one that is being built. Audited. */
  abstract switchTo(author: GraphAuthor, orgId: OrgId, generation: number): Promise<boolean>;
  /** Deletes rows of earlier generations, some at a time; returns how many. */
  abstract sweep(orgId: OrgId): Promise<number>;
  /** The memories that the live generation has otherwise than they say. Memories that have another version by now are left out. */
  abstract drift(orgId: OrgId, memories: readonly ReadMemory[]): Promise<GraphDrift[]>;
  /** How many rows of the live generation no memory supports any more. */
  abstract strays(orgId: OrgId): Promise<number>;
  /** Deletes those rows; returns how many. */
  abstract removeStrays(orgId: OrgId): Promise<number>;
}
