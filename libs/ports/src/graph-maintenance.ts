import type { DriftKind, ItemId, OrgId, Principal, Statements } from '@cairn/contracts';

/** Where a memory stands among those of its organisation: its effective time, then its place. */
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

/** What the text of one version of a memory says. */
export interface ReadMemory {
  readonly id: ItemId;
  readonly version: number;
  readonly said: Statements;
}

/** A memory of which the graph has something else than what it says. */
export interface GraphDrift {
  readonly is: DriftKind;
  readonly id: ItemId;
  readonly version: number;
  /** The graph has not heard of this version yet. */
  readonly isPending: boolean;
}

export type GraphAuthor = Pick<Principal, 'orgId' | 'principalId'>;

/** Building the graph of an organisation anew beside the one that is read, and holding it against its memories. */
export abstract class GraphMaintenance {
  /** From now on whatever is kept goes into the new generation too. Goes on with one that has begun. Audited. */
  abstract begin(author: GraphAuthor, orgId: OrgId): Promise<GraphBuilding>;
  /** The memories behind a place, in order; the first of all are behind time 0 and place 0. */
  abstract memories(orgId: OrgId, behind: GraphPlace, limit: number): Promise<HeldMemory[]>;
  /** Puts a memory into the generation that is built. One that has changed since it was read comes by its event. */
  abstract fill(orgId: OrgId, memory: ReadMemory): Promise<void>;
  abstract advance(orgId: OrgId, building: GraphBuilding): Promise<void>;
  /** Questions that begin from now on read it. False: it is no longer the one that is built. Audited. */
  abstract switchTo(author: GraphAuthor, orgId: OrgId, generation: number): Promise<boolean>;
  /** Takes out rows of generations that were read before, some at a time; returns how many. */
  abstract sweep(orgId: OrgId): Promise<number>;
  /** Which of these memories the live generation has otherwise than they say. Those of another version by now are left out. */
  abstract drift(orgId: OrgId, memories: readonly ReadMemory[]): Promise<GraphDrift[]>;
  /** How many rows of the live generation nothing says any more. */
  abstract strays(orgId: OrgId): Promise<number>;
  /** Takes them out; returns how many. */
  abstract removeStrays(orgId: OrgId): Promise<number>;
}
