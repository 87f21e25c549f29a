import type { EntityType, GraphEntity, GraphReader, ItemId, Scope, Statements } from '@cairn/contracts';
import type { Pointer } from './index-ledger.ts';

/** The filter of a list of entities. */
export interface EntityFilter {
  /** Words that the name has, all of them. */
  readonly search?: string | undefined;
  readonly type?: EntityType | undefined;
  readonly limit: number;
  /** The `next` of the previous page; any other text is `request/invalid`. */
  readonly after?: string | undefined;
}

export interface EntityPage {
  readonly entities: readonly GraphEntity[];
  /** Absent if there are no more. */
  readonly next?: string;
}

/** That two memories are about the same entity. */
export interface GraphLink {
  readonly memoryId: string;
  readonly otherId: string;
  /** The name of the entity. */
  readonly entity: string;
  /** The relation that the other memory states. */
  readonly relationType: string;
}

/** The graph of an organisation: what its active memories say about entities, relations and the rules of repositories. */
export abstract class Graphs {
  /**
   * Replaces what an item said before, in one commit; an item that is not active says nothing. However often and in whatever order
   * items come, the graph is what their last versions say. False, and nothing is stored, if the item has another version by now.
   */
  abstract keep(pointer: Pointer, version: number, said: Statements): Promise<boolean>;

  /**
   * The graph as a scope sees it. Evidence is joined with its items when a question is asked, so that nothing comes from items
   * that are hidden, archived, superseded or forgotten.
   */
  abstract reader(scope: Scope): GraphReader;

  /**
   * Other memories that state a relation of an entity which these memories are about, the most confident first, a few for each. An
   * entity with very many memories is left out, since it joins unrelated things.
   */
  abstract linked(scope: Scope, ids: readonly ItemId[], asOf: number): Promise<readonly GraphLink[]>;

  /** A page of the entities that the scope sees, by name. */
  abstract entities(scope: Scope, filter: EntityFilter): Promise<EntityPage>;
}
