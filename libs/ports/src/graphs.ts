import type { EntityType, GraphEntity, GraphReader, ItemId, Statements } from '@cairn/contracts';
import type { Scope } from '@cairn/domain';
import type { Pointer } from './index-ledger.ts';

/** The filter of a list of entities. */
export interface EntityFilter {
  /** Words that the name must contain, all of them. */
  readonly search?: string | undefined;
  readonly type?: EntityType | undefined;
  readonly limit: number;
  /** The `next` of the previous page; any other text is `request/invalid`. */
  readonly after?: string | undefined;
}

export interface EntityPage {
  readonly entities: readonly GraphEntity[];
  /** The `after` of the next page; absent on the last page. */
  readonly next?: string;
}

/** Two memories about the same entity. */
export interface GraphLink {
  readonly memoryId: string;
  readonly otherId: string;
  /** The name of the entity. */
  readonly entity: string;
  /** The relation that the other memory states. */
  readonly relationType: string;
}

/** The graph of an organisation: what its active memories state about entities, relations and the rules of repositories. */
export abstract class Graphs {
  /**
   * Replaces the statements of an item, in one commit; an inactive item has none. The graph depends only on the last versions of
   * items, whatever the order and number of calls. Returns false and stores nothing if the item has another version by now.
   */
  abstract keep(pointer: Pointer, version: number, said: Statements): Promise<boolean>;

  /**
   * The graph as a scope sees it. Evidence is joined with its items at the time of the question, so that nothing comes from items
   * that are hidden, archived, superseded or forgotten.
   */
  abstract reader(scope: Scope): GraphReader;

  /**
   * Other memories that state a relation of an entity in these memories, the most confident first, a few for each. An entity with
   * very many relations is left out, since it links unrelated memories.
   */
  abstract linked(scope: Scope, ids: readonly ItemId[], asOf: number): Promise<readonly GraphLink[]>;

  /** A page of the entities that the scope sees, by name. */
  abstract entities(scope: Scope, filter: EntityFilter): Promise<EntityPage>;
}
