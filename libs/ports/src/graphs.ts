import type { EntityType, GraphEntity, GraphReader, ItemId, Scope, Statements } from '@cairn/contracts';
import type { Pointer } from './truth.ts';

/** Which entities a list holds. */
export interface EntityFilter {
  /** Words that the name has, all of them. */
  readonly search?: string | undefined;
  readonly type?: EntityType | undefined;
  readonly limit: number;
  /** The `next` of the page before; any other text is `request/invalid`. */
  readonly after?: string | undefined;
}

export interface EntityPage {
  readonly entities: readonly GraphEntity[];
  /** Absent: there are no more. */
  readonly next?: string;
}

/** That a memory speaks of an entity of which another one says something. */
export interface GraphLink {
  readonly memoryId: string;
  readonly otherId: string;
  /** The name of the entity. */
  readonly entity: string;
  /** How the other memory says that it is related. */
  readonly relationType: string;
}

/** The graph of an organisation: what its active memories say of entities, relations and the rules of repositories. */
export abstract class Graphs {
  /**
   * What an item says takes the place of all that it said before, in one commit; an item that is not active says nothing.
   * However often and in whatever order items are kept, the graph is what their last versions say. False, and nothing is
   * kept, when the item is of another version by now.
   */
  abstract keep(pointer: Pointer, version: number, said: Statements): Promise<boolean>;

  /**
   * The graph as a scope sees it: evidence is joined with its items when a question is asked, so that what only hidden,
   * archived, superseded or forgotten items say is not there.
   */
  abstract reader(scope: Scope): GraphReader;

  /**
   * Other memories that say then how an entity is related which these speak of, the most confident first, a few for each. Of
   * an entity of which much is said nothing is told: it joins what has nothing to do with each other.
   */
  abstract linked(scope: Scope, ids: readonly ItemId[], asOf: number): Promise<readonly GraphLink[]>;

  /** A page of the entities that the scope sees, by name. */
  abstract entities(scope: Scope, filter: EntityFilter): Promise<EntityPage>;
}
