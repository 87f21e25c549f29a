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
}

/** The place of an item in a list: its id and the effective time that it was listed with. */
export interface ListPlace {
  readonly id: ItemId;
  readonly time: number;
}

/** Reads of items for people and answers, always through a scope. */
export abstract class ItemReader {
  /** One item with its index state, if the scope sees it and it is not deleted. */
  abstract find(scope: Scope, kind: ItemKind, id: ItemId): Promise<(Item & { index: IndexState }) | undefined>;

  /** Loads those of the items that match the scope and the filter, in no particular order. Every answer is read from here. */
  abstract hydrate(scope: Scope, filter: Filter, ids: readonly ItemId[]): Promise<Item[]>;

  /** The ids of visible items that end in one of these suffixes (`shortIdOf`): at most a few for each. */
  abstract idsByEnd(scope: Scope, ends: readonly string[]): Promise<ItemId[]>;

  /** The newest messages by effective time, oldest first; ties by the order of arrival. */
  abstract recent(scope: Scope, filter: Filter & { kind: 'message' }, limit: number): Promise<Message[]>;

  /**
   * A page of the items that match the scope and `lists`, with their index states. Ties of the effective time go by the order of
   * arrival. Pages that each begin after the last item of the previous one show every item once, whatever is written or forgotten
   * meanwhile. Throws `request/invalid` for a place that is no item of the organisation and kind.
   */
  abstract list(scope: Scope, filter: ListFilter, page: ListPage): Promise<ItemResponse[]>;

  abstract stats(scope: Scope): Promise<StatsResponse>;

  /** The number of items of a kind that match the scope and the filter, counted up to `max`. */
  abstract count(scope: Scope, filter: Filter, max: number): Promise<number>;
}
