import { itemOf, rowOf, SpeakerLists, type ItemRow } from '@cairn/adapter-sql';
import type {
  IndexState,
  IndexTarget,
  Item,
  ItemId,
  ItemKind,
  ItemResponse,
  Message,
  Principal,
  Receipt,
  Scope,
  StatsResponse,
  Subscriber,
} from '@cairn/contracts';
import {
  type Again,
  type Clock,
  type Filter,
  type Idempotency,
  type Kin,
  type ListFilter,
  type ListPage,
  type NewItem,
  type Pointer,
  type Reading,
  type Traits,
  Truth,
} from '@cairn/ports';
import type { SqliteThreads } from '../sqlite/threads.ts';

/** The truth in the one file of the embedded backend. */
export class SqliteTruth extends Truth {
  private readonly threads: SqliteThreads;
  private readonly clock: Clock;
  private readonly trace: () => string | undefined;
  private readonly request: () => string | undefined;
  private readonly speakerLists = new SpeakerLists();

  /** `trace` says where a write is in its trace, as W3C traceparent: its events carry that on. `request` is its id, for the audit. */
  constructor({
    threads,
    clock,
    trace = untraced,
    request = untraced,
  }: {
    threads: SqliteThreads;
    clock: Clock;
    trace?: () => string | undefined;
    request?: () => string | undefined;
  }) {
    super();
    this.threads = threads;
    this.clock = clock;
    this.trace = trace;
    this.request = request;
    threads.onNotice('speakers', () => this.speakerLists.forget());
  }

  write(
    { orgId, principalId, keyId }: Principal,
    items: readonly NewItem[],
    idempotency?: Idempotency,
    again?: Again,
  ): Promise<Receipt[]> {
    const author = { orgId, principalId, keyId };
    const now = this.clock.now();
    const command = { author, items, idempotency, again, now, trace: this.trace(), request: this.request() };
    const indexed = items.map((item) => itemOf({ ...rowOf(item, author, now, null), seq: 0 } as ItemRow));
    return this.threads.writeWords('writeItems', indexed, (words) => [{ ...command, words }]);
  }

  forget(scope: Scope, { orgId, principalId, keyId, role }: Principal, kind: ItemKind, id: ItemId): Promise<boolean> {
    const author = { orgId, principalId, keyId, role };
    const occasion = { now: this.clock.now(), trace: this.trace(), request: this.request() };
    return this.threads.write('forgetItem', { scope, author, kind, id, ...occasion });
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

  list(scope: Scope, filter: ListFilter, page: ListPage): Promise<ItemResponse[]> {
    return this.threads.read('list', scope, filter, page);
  }

  traits(scope: Scope, kind: ItemKind, ids: readonly ItemId[]): Promise<Traits[]> {
    return this.threads.read('traits', scope, kind, ids);
  }

  kin(scope: Scope, kind: ItemKind, ids: readonly ItemId[]): Promise<Kin[]> {
    return this.threads.read('kin', scope, kind, ids);
  }

  speakers(scope: Scope, channel: string | null = null): Promise<readonly string[]> {
    return this.speakerLists.of(scope, channel, () => this.threads.read('speakers', scope, channel));
  }

  stillSpeaking(scope: Scope, names: readonly string[], channel: string | null = null): Promise<string[]> {
    return this.threads.read('stillSpeaking', scope, names, channel);
  }

  isBehind(scope: Scope, target: IndexTarget, olderThanMs: number): Promise<boolean> {
    return this.threads.read('isBehind', scope, target, this.clock.now() - olderThanMs);
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

  keepReading(pointer: Pointer, reading: Reading): Promise<void> {
    return this.threads.write('keepReading', { pointer, reading });
  }

  markIndexed(pointer: Pointer, target: Subscriber, version: number): Promise<void> {
    return this.threads.write('markIndexed', pointer, target, version);
  }

  markOff(pointer: Pointer, target: IndexTarget, version: number): Promise<void> {
    return this.threads.write('markOff', pointer, target, version);
  }

  requeueLagging(olderThanMs: number, limit: number): Promise<number> {
    return this.threads.write('requeueLagging', { olderThanMs, limit, now: this.clock.now() });
  }

  indexStates(pointers: readonly Pointer[]): Promise<IndexState[]> {
    return this.threads.read('indexStates', pointers);
  }
}

const untraced = () => undefined;
