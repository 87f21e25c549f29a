import type { EntityType, GraphEntity, GraphReader, ItemId, Statements } from '@cairn/contracts';
import type { Scope } from '@cairn/domain';
import type { Pointer } from './index-ledger.ts';

/** Filters a list of entities. */
export interface EntityFilter {
  /** Words that the name must all contain. */
  readonly search?: string | undefined;
  readonly type?: EntityType | undefined;
  readonly limit: number;
  /** The value of `next` on the previous page; any other text is `request/invalid`. */
  readonly after?: string | undefined;
}

export interface EntityPage {
  readonly entities: readonly GraphEntity[];
  /** The value of `after` for the next page; absent on the last page. */
  readonly next?: string;
}

/** Two memories about the same entity. */
export interface GraphLink {
  readonly memoryId: string;
  readonly otherId: string;
  /** The name of the entity. */
  readonly entity: string;
  /** The type of the relation that the other memory states. */
  readonly relationType: string;
}

/** The graph of an organisation: what its active memories state about entities, relations and the rules of repositories. */
export abstract class Graphs {
  /**
   * Replaces the statements of an item, in one commit; an inactive item has none. Returns false and stores nothing if the
   * item has another version by now. The graph depends only on the last versions of items, whatever the order and number of
   * calls.
   */
  abstract keep(pointer: Pointer, version: number, said: Statements): Promise<boolean>;

  /**
   * The graph as a scope sees it. Each question checks the items behind the evidence, so that nothing comes from items that
   * are hidden, archived, superseded or forgotten.
   */
  abstract reader(scope: Scope): GraphReader;

  /**
   * Links each of these memories to others that state a relation of an entity which it mentions: a few each, the most
   * confident first. Leaves out entities with very many relations, since they link unrelated memories.
   */
  abstract linked(scope: Scope, ids: readonly ItemId[], asOf: number): Promise<readonly GraphLink[]>;

  /** Lists the entities that the scope sees, ordered by name, a page at a time. */
  abstract entities(scope: Scope, filter: EntityFilter): Promise<EntityPage>;
}
