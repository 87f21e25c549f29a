import type {
  IndexState,
  IndexTarget,
  Item,
  ItemId,
  ItemKind,
  ItemResponse,
  Message,
  OrgId,
  Receipt,
  StatsResponse,
  Subscriber,
} from '@cairn/contracts';
import { scopeOf, type Filter, type ListFilter, type Principal, type Scope } from '@cairn/domain';
import type {
  Truth,
  Overwrite,
  Batcher,
  Idempotency,
  SourceLink,
  ListPage,
  NewItem,
  Pointer,
  CandidateFeatures,
  WaitingBounds,
} from '@cairn/ports';
import { batchQuestions } from '../kit/batch-questions.ts';
import type { SpeakerLists } from '../items/speakers.ts';
import { callsOf, type CallsOf, type SqlStore } from '../kit/module.ts';
import { indexStateStore, type Indexed } from './index-states.ts';
import { itemStore, type Loaded } from '../items/items.ts';
import { writingStore } from '../memories/writing.ts';

const organisationOf = <Asked extends { readonly pointer: Pointer }>({ pointer }: Asked): OrgId => pointer.orgId;

/**
 * The truth in a store of record. Adapters override `speakersChanged` to drop outdated lists of speakers in other
 * processes.
 */
export abstract class SqlTruth implements Truth {
  protected readonly speakerLists: SpeakerLists;
  private readonly items: CallsOf<typeof itemStore>;
  private readonly writing: CallsOf<typeof writingStore>;
  private readonly states: CallsOf<typeof indexStateStore>;
  private readonly loads: Batcher<Pointer, Loaded | undefined>;
  private readonly marks: Batcher<Indexed, undefined>;

  constructor(store: SqlStore, speakerLists: SpeakerLists) {
    this.speakerLists = speakerLists;
    const items = callsOf(itemStore, store);
    const states = callsOf(indexStateStore, store);
    this.writing = callsOf(writingStore, store);
    [this.items, this.states] = [items, states];
    this.loads = batchQuestions(
      ({ orgId }) => orgId,
      (orgId, pointers) => items.load(orgId, { orgId, pointers }),
    );
    this.marks = batchQuestions(organisationOf<Indexed>, (orgId, all) => states.markIndexed(orgId, all));
  }

  async write(
    author: Principal,
    items: readonly NewItem[],
    idempotency?: Idempotency,
    overwrite?: Overwrite,
  ): Promise<Receipt[]> {
    const { orgId, principalId, keyId, ownerId } = author;
    const { closedChannels } = scopeOf(author);
    const command = { author: { orgId, principalId, keyId, ownerId }, closedChannels, items, idempotency, overwrite };
    const receipts = await this.writing.write(orgId, command);
    // Failpoint: write/after-commit-before-reply
    this.speakersChanged();
    return receipts;
  }

  async forget(scope: Scope, author: Principal, kind: ItemKind, id: ItemId): Promise<boolean> {
    const { orgId, principalId, keyId, role, agents } = author;
    const command = { scope, author: { orgId, principalId, keyId, role, agents }, kind, id };
    const isForgotten = await this.items.forget(scope.orgId, command);
    // Failpoint: forget/after-commit-before-reply
    if (isForgotten) this.speakersChanged();
    return isForgotten;
  }

  find(scope: Scope, kind: ItemKind, id: ItemId): Promise<(Item & { index: IndexState }) | undefined> {
    return this.items.find(scope.orgId, { scope, kind, id });
  }

  async idsByEnd(scope: Scope, ends: readonly string[]): Promise<ItemId[]> {
    return ends.length === 0 ? [] : this.items.idsByEnd(scope.orgId, { scope, ends });
  }

  hydrate(scope: Scope, filter: Filter, ids: readonly ItemId[]): Promise<Item[]> {
    return this.items.hydrate(scope.orgId, { scope, filter, ids });
  }

  recent(scope: Scope, filter: Filter & { kind: 'message' }, limit: number): Promise<Message[]> {
    return this.items.recent(scope.orgId, { scope, filter, limit });
  }

  list(scope: Scope, filter: ListFilter, page: ListPage): Promise<ItemResponse[]> {
    return this.items.list(scope.orgId, { scope, filter, page });
  }

  candidateFeatures(scope: Scope, kind: ItemKind, ids: readonly ItemId[]): Promise<CandidateFeatures[]> {
    return this.items.candidateFeatures(scope.orgId, { scope, kind, ids });
  }

  waiting(scope: Scope, filter: Filter, bounds: WaitingBounds): Promise<Item[]> {
    return this.items.waiting(scope.orgId, { scope, filter, ...bounds });
  }

  sourceLinks(scope: Scope, kind: ItemKind, ids: readonly ItemId[]): Promise<SourceLink[]> {
    return this.items.sourceLinks(scope.orgId, { scope, kind, ids });
  }

  speakers(scope: Scope, channel: string | null = null): Promise<readonly string[]> {
    return this.speakerLists.of(scope, channel, () => this.items.speakers(scope.orgId, { scope, channel }));
  }

  stillSpeaking(scope: Scope, names: readonly string[], channel: string | null = null): Promise<string[]> {
    return this.items.stillSpeaking(scope.orgId, { scope, names, channel });
  }

  isBehind(scope: Scope, target: IndexTarget, olderThanMs: number): Promise<boolean> {
    return this.states.isBehind(scope.orgId, { scope, target, olderThanMs });
  }

  stats(scope: Scope): Promise<StatsResponse> {
    return this.items.stats(scope.orgId, { scope });
  }

  count(scope: Scope, filter: Filter, max: number): Promise<number> {
    return this.items.count(scope.orgId, { scope, filter, max });
  }

  load(pointer: Pointer): Promise<Loaded | undefined> {
    return this.loads.add(pointer);
  }

  markIndexed(pointer: Pointer, target: Subscriber, version: number): Promise<void> {
    return this.marks.add({ pointer, target, version });
  }

  markOff(pointer: Pointer, target: IndexTarget, version: number): Promise<void> {
    return this.states.markOff(pointer.orgId, { pointer, target, version });
  }

  requeueLagging(olderThanMs: number, limit: number): Promise<number> {
    return this.states.requeueLagging('all', { olderThanMs, limit });
  }

  indexStates(pointers: readonly Pointer[]): Promise<IndexState[]> {
    return this.states.states('all', { pointers });
  }

  /** Runs after an item that may have a speaker was written or forgotten. */
  protected speakersChanged(): void {}
}
