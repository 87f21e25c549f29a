import type {
  IndexState,
  Item,
  ItemId,
  ItemKind,
  ItemResponse,
  ListOrder,
  Message,
  StatsResponse,
} from '@cairn/contracts';
import type { Filter, ListFilter, Scope } from '@cairn/domain';

/** A page of a list: at most `limit` items after a place in its order. */
export interface ListPage {
  readonly order: ListOrder;
  readonly limit: number;
  readonly after?: ListPlace | undefined;
  /** How many items before the page are left out; for pages by number. A page after a place costs less. */
  readonly skip?: number | undefined;
}

/** The position of an item in a list: its id, and its effective time when it was listed (epoch ms). */
export interface ListPlace {
  readonly id: ItemId;
  readonly time: number;
}

/** Reads of items for people and answers, always through a scope. */
export abstract class ItemReader {
  /** Returns an item with its index states, if the scope sees it and it is not deleted. */
  abstract find(scope: Scope, kind: ItemKind, id: ItemId): Promise<(Item & { index: IndexState }) | undefined>;

  /**
   * Loads those of the items that match the scope and the filter, in no particular order. The content of every answer is
   * read through this method.
   */
  abstract hydrate(scope: Scope, filter: Filter, ids: readonly ItemId[]): Promise<Item[]>;

  /**
   * Finds the visible items whose ids end in one of these suffixes (`shortIdOf`); returns at most a few ids for each
   * suffix.
   */
  abstract idsByEnd(scope: Scope, ends: readonly string[]): Promise<ItemId[]>;

  /** Returns the newest messages by effective time, ordered oldest first; ties by the order of arrival. */
  abstract recent(scope: Scope, filter: Filter & { kind: 'message' }, limit: number): Promise<Message[]>;

  /**
   * Lists a page of the items that match the scope and `matchesListFilter`, with their index states. Items with equal effective times
   * are ordered by arrival. If each page begins after the last item of the previous one, the pages together show every item
   * once, whatever is written or forgotten meanwhile. Throws `request/invalid` for a place that is no item of the
   * organisation and kind.
   */
  abstract list(scope: Scope, filter: ListFilter, page: ListPage): Promise<ItemResponse[]>;

  abstract stats(scope: Scope): Promise<StatsResponse>;

  /** Counts the items of a kind that match the scope and `matchesListFilter`; stops at `max`. */
  abstract count(scope: Scope, filter: ListFilter, max: number): Promise<number>;
}
