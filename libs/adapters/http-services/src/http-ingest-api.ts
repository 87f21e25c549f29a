import type { ItemId, ItemKind, ItemResponse, MemoryInput, MessageInput, Principal, Receipt } from '@cairn/contracts';
import { IngestApi, type WriteOptions } from '@cairn/ports';
import { RouteClient, type HttpServiceOptions, type RouteCall } from './route-client.ts';

/** Ingest in another process. */
export class HttpIngestApi extends IngestApi {
  private readonly client: RouteClient;

  constructor(options: HttpServiceOptions) {
    super();
    this.client = new RouteClient(options);
  }

  /** Lets go of its connections. */
  close(): Promise<void> {
    return this.client.close();
  }

  async addMessages(
    principal: Principal,
    messages: readonly MessageInput[],
    options: WriteOptions = {},
  ): Promise<Receipt[]> {
    return (await this.client.call('addMessages', principal, writeOf(messages, options))).items;
  }

  async addMemories(
    principal: Principal,
    memories: readonly MemoryInput[],
    options: WriteOptions = {},
  ): Promise<Receipt[]> {
    return (await this.client.call('addMemories', principal, writeOf(memories, options))).items;
  }

  find(principal: Principal, kind: ItemKind, id: ItemId, channel?: string): Promise<ItemResponse> {
    return this.client.call(kind === 'message' ? 'getMessage' : 'getMemory', principal, { id, query: { channel } });
  }

  async forget(principal: Principal, kind: ItemKind, id: ItemId, channel?: string): Promise<void> {
    await this.client.call(kind === 'message' ? 'forgetMessage' : 'forgetMemory', principal, {
      id,
      query: { channel },
    });
  }
}

const writeOf = (body: readonly unknown[], { idempotencyKey, waitMs }: WriteOptions): RouteCall => ({
  body,
  waitMs,
  query: waitMs === undefined ? {} : { wait: 'indexed', waitMs },
  headers: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
});
