import type {
  ItemId,
  ItemKind,
  ItemResponse,
  MemoryInput,
  MessageInput,
  MessageSearchRequest,
  MessageSearchResponse,
  Principal,
  RecallRequest,
  RecallResponse,
  Receipt,
  RecentRequest,
  RecentResponse,
  StatsResponse,
} from '@cairn/contracts';

/** How a write is to be made. */
export interface WriteOptions {
  readonly idempotencyKey?: string | undefined;
  /** Answer only when the indexes have the items, or after so many ms. */
  readonly waitMs?: number | undefined;
}

/** What others may ask of recall. In one process it is the use case itself; across pods, an HTTP client. */
export abstract class RecallApi {
  abstract recall(principal: Principal, request: RecallRequest): Promise<RecallResponse>;
  abstract searchMessages(principal: Principal, request: MessageSearchRequest): Promise<MessageSearchResponse>;
  abstract recent(principal: Principal, request: RecentRequest): Promise<RecentResponse>;
  abstract stats(principal: Principal): Promise<StatsResponse>;
}

/** What others may ask of ingest: all of a call's items are accepted, or none. */
export abstract class IngestApi {
  abstract addMessages(
    principal: Principal,
    messages: readonly MessageInput[],
    options?: WriteOptions,
  ): Promise<Receipt[]>;
  abstract addMemories(
    principal: Principal,
    memories: readonly MemoryInput[],
    options?: WriteOptions,
  ): Promise<Receipt[]>;
  /** An item tied to a peer is reached only by naming its channel. */
  abstract find(principal: Principal, kind: ItemKind, id: ItemId, channel?: string): Promise<ItemResponse>;
  abstract forget(principal: Principal, kind: ItemKind, id: ItemId, channel?: string): Promise<void>;
}
