import type {
  IndexState,
  IndexTarget,
  Item,
  ItemId,
  ItemKind,
  Message,
  Principal,
  Receipt,
  Scope,
  StatsResponse,
} from '@cairn/contracts';
import {
  type Clock,
  type Filter,
  type Idempotency,
  type NewItem,
  type Pointer,
  type Traits,
  Truth,
} from '@cairn/ports';
import { LRUCache } from 'lru-cache';
import type { SqliteThreads } from '../sqlite/threads.ts';

const SPEAKER_LISTS_KEPT = 200;

/** The truth in the one file of the embedded backend. */
export class SqliteTruth extends Truth {
  private readonly threads: SqliteThreads;
  private readonly clock: Clock;
  /** Speakers change seldom and are asked for with every recall; a change empties it. */
  private speakerLists = new LRUCache<string, Promise<string[]>>({ max: SPEAKER_LISTS_KEPT });

  constructor({ threads, clock }: { threads: SqliteThreads; clock: Clock }) {
    super();
    this.threads = threads;
    this.clock = clock;
    threads.onNotice('speakers', () => {
      this.speakerLists = new LRUCache({ max: SPEAKER_LISTS_KEPT });
    });
  }

  write({ orgId, principalId }: Principal, items: readonly NewItem[], idempotency?: Idempotency): Promise<Receipt[]> {
    const author = { orgId, principalId };
    return this.threads.write('writeItems', { author, items, idempotency, now: this.clock.now() });
  }

  forget(scope: Scope, { orgId, principalId }: Principal, kind: ItemKind, id: ItemId): Promise<boolean> {
    const author = { orgId, principalId };
    return this.threads.write('forgetItem', { scope, author, kind, id, now: this.clock.now() });
  }

  find(scope: Scope, kind: ItemKind, id: ItemId): Promise<(Item & { index: IndexState }) | undefined> {
    return this.threads.read('findItem', scope, kind, id);
  }

  hydrate(scope: Scope, filter: Filter, ids: readonly ItemId[]): Promise<Item[]> {
    return this.threads.read('hydrate', scope, filter, ids);
  }

  recent(scope: Scope, filter: Filter & { kind: 'message' }, limit: number): Promise<Message[]> {
    return this.threads.read('recent', scope, filter, limit);
  }

  traits(scope: Scope, kind: ItemKind, ids: readonly ItemId[]): Promise<Traits[]> {
    return this.threads.read('traits', scope, kind, ids);
  }

  async speakers(scope: Scope, channel?: string): Promise<string[]> {
    const lists = this.speakerLists;
    const key = JSON.stringify([scope.orgId, scope.principalId, scope.peerChannel, channel ?? null]);
    const list = lists.get(key) ?? this.threads.read('speakers', scope, channel ?? null);
    lists.set(key, list);
    list.catch(() => lists.delete(key));
    return [...(await list)];
  }

  stats(scope: Scope): Promise<StatsResponse> {
    return this.threads.read('stats', scope, this.clock.now());
  }

  count(scope: Scope, filter: Filter, max: number): Promise<number> {
    return this.threads.read('count', scope, filter, max);
  }

  load(pointer: Pointer): Promise<Item | { readonly deletedAt: number; readonly version: number } | undefined> {
    return this.threads.read('loadItem', pointer);
  }

  markIndexed(pointer: Pointer, target: IndexTarget, version: number): Promise<void> {
    return this.threads.write('markIndexed', pointer, target, version);
  }

  requeueLagging(olderThanMs: number, limit: number): Promise<number> {
    return this.threads.write('requeueLagging', { olderThanMs, limit, now: this.clock.now() });
  }

  indexStates(pointers: readonly Pointer[]): Promise<IndexState[]> {
    return this.threads.read('indexStates', pointers);
  }
}
