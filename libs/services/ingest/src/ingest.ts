import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import {
  CairnError,
  scopeOf,
  type ItemId,
  type ItemKind,
  type ItemResponse,
  type MemoryInput,
  type MessageInput,
  type Principal,
  type Receipt,
} from '@cairn/contracts';
import { inSpan } from '@cairn/platform';
import { IngestApi, Truth, type NewItem, type WriteOptions } from '@cairn/ports';
import { newMemory, newMessage, sha256 } from './new-items.ts';

/** How often a caller that waits for the indexes looks again. */
const LOOK_AGAIN_MS = 15;

/** Validates what a schema cannot, gives ids, and hands whole batches to the truth: all of a call's items or none. */
@Injectable()
export class Ingest extends IngestApi {
  constructor(private readonly truth: Truth) {
    super();
  }

  async addMessages(
    author: Principal,
    messages: readonly MessageInput[],
    options: WriteOptions = {},
  ): Promise<Receipt[]> {
    const items = messages.map((message, at) => newMessage(author, message, fieldOf(messages, at)));
    return this.store(author, items, messages, options);
  }

  async addMemories(
    author: Principal,
    memories: readonly MemoryInput[],
    options: WriteOptions = {},
  ): Promise<Receipt[]> {
    const items = memories.map((memory, at) => newMemory(author, memory, fieldOf(memories, at)));
    return this.store(author, items, memories, options);
  }

  async find(principal: Principal, kind: ItemKind, id: ItemId, channel?: string): Promise<ItemResponse> {
    const item = await this.truth.find(scopeOf(principal, channel), kind, id);
    if (!item) throw new CairnError('item/unknown', `no ${kind} ${id}`);
    return item;
  }

  async forget(principal: Principal, kind: ItemKind, id: ItemId, channel?: string): Promise<void> {
    const scope = scopeOf(principal, channel);
    const facts = { 'cairn.org_id': principal.orgId, 'cairn.item_id': id };
    const forgotten = await inSpan('truth forget', () => this.truth.forget(scope, principal, kind, id), { facts });
    if (!forgotten) throw new CairnError('item/unknown', `no ${kind} ${id}`);
  }

  private async store(
    author: Principal,
    items: NewItem[],
    sent: readonly unknown[],
    options: WriteOptions,
  ): Promise<Receipt[]> {
    const { idempotencyKey, waitMs } = options;
    const idempotency =
      idempotencyKey === undefined ? undefined : { key: idempotencyKey, requestHash: sha256([items[0]?.kind, sent]) };
    const receipts = await inSpan('truth write', () => this.truth.write(author, items, idempotency), {
      facts: { 'cairn.org_id': author.orgId, 'cairn.items': items.length },
    });
    return waitMs === undefined ? receipts : this.untilIndexed(author, receipts, waitMs);
  }

  private async untilIndexed(author: Principal, receipts: Receipt[], waitMs: number): Promise<Receipt[]> {
    const deadline = Date.now() + waitMs;
    const pointers = receipts.map(({ kind, id }) => ({ orgId: author.orgId, kind, id: id as ItemId }));
    for (;;) {
      const states = await this.truth.indexStates(pointers);
      const settled = states.every(({ words, vectors }) => words !== 'pending' && vectors !== 'pending');
      if (settled || Date.now() >= deadline)
        return receipts.map((receipt, at) => ({ ...receipt, index: states[at] ?? receipt.index }));
      await delay(LOOK_AGAIN_MS);
    }
  }
}

/** How issues name an item: as a batch of one was most likely sent alone, it has no index. */
const fieldOf = (items: readonly unknown[], at: number): string => (items.length === 1 ? '' : `[${at}].`);
