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
import { isTrustedWriter, scopeOf, type Filter, type ListFilter, type Principal, type Scope } from '@cairn/domain';
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
  FeatureOptions,
  WaitingBounds,
} from '@cairn/ports';
import { batchQuestions } from '../kit/batch-questions.ts';
import type { SpeakerLists } from '../items/speakers.ts';
import { callsOf } from '../kit/feature.ts';
import type { SqlStore } from '../kit/module.ts';
import { indexStates, type Indexed, type IndexStates } from './index-states.ts';
import { items, type Items, type Loaded } from '../items/items.ts';
import { writing, type Writing } from '../memories/writing.ts';

const organisationOf = <Asked extends { readonly pointer: Pointer }>({ pointer }: Asked): OrgId => pointer.orgId;

/**
 * The truth in a store of record. Adapters override `speakersChanged` to drop outdated lists of speakers in other
 * processes.
 */
export abstract class SqlTruth implements Truth {
  protected readonly speakerLists: SpeakerLists;
  private readonly items: Items;
  private readonly writing: Writing;
  private readonly states: IndexStates;
  private readonly loads: Batcher<Pointer, Loaded | undefined>;
  private readonly marks: Batcher<Indexed, undefined>;

  constructor(store: SqlStore, speakerLists: SpeakerLists) {
    this.speakerLists = speakerLists;
    const itemCalls = callsOf(items, store);
    const states = callsOf(indexStates, store);
    this.writing = callsOf(writing, store);
    [this.items, this.states] = [itemCalls, states];
    this.loads = batchQuestions(
      ({ orgId }) => orgId,
      (orgId, pointers) => itemCalls.load({ orgId, pointers }),
    );
    this.marks = batchQuestions(organisationOf<Indexed>, (orgId, indexed) => states.markIndexed({ orgId, indexed }));
  }

  async write(
    author: Principal,
    items: readonly NewItem[],
    idempotency?: Idempotency,
    overwrite?: Overwrite,
  ): Promise<Receipt[]> {
    const { orgId, principalId, keyId, ownerId } = author;
    const receipts = await this.writing.write({
      ...{ author: { orgId, principalId, keyId, ownerId }, scope: scopeOf(author) },
      ...{ isAgent: author.kind === 'agent', isTrusted: isTrustedWriter(author) },
      ...{ items, idempotency, overwrite },
    });
    // Failpoint: write/after-commit-before-reply
    this.speakersChanged();
    return receipts;
  }

  async forget(scope: Scope, author: Principal, kind: ItemKind, id: ItemId): Promise<boolean> {
    const { orgId, principalId, keyId, role, agents } = author;
    const command = { scope, author: { orgId, principalId, keyId, role, agents }, kind, id };
    const isForgotten = await this.items.forget(command);
    // Failpoint: forget/after-commit-before-reply
    if (isForgotten) this.speakersChanged();
    return isForgotten;
  }

  find(scope: Scope, kind: ItemKind, id: ItemId): Promise<(Item & { index: IndexState }) | undefined> {
    return this.items.find({ scope, kind, id });
  }

  async idsByEnd(scope: Scope, ends: readonly string[]): Promise<ItemId[]> {
    return ends.length === 0 ? [] : this.items.idsByEnd({ scope, ends });
  }

  hydrate(scope: Scope, filter: Filter, ids: readonly ItemId[]): Promise<Item[]> {
    return this.items.hydrate({ scope, filter, ids });
  }

  recent(scope: Scope, filter: Filter & { kind: 'message' }, limit: number): Promise<Message[]> {
    return this.items.recent({ scope, filter, limit });
  }

  list(scope: Scope, filter: ListFilter, page: ListPage): Promise<ItemResponse[]> {
    return this.items.list({ scope, filter, page });
  }

  candidateFeatures(
    scope: Scope,
    kind: ItemKind,
    ids: readonly ItemId[],
    options: FeatureOptions = {},
  ): Promise<CandidateFeatures[]> {
    return this.items.candidateFeatures({ scope, kind, ids, ...options });
  }

  waiting(scope: Scope, filter: Filter, bounds: WaitingBounds): Promise<Item[]> {
    return this.items.waiting({ scope, filter, ...bounds });
  }

  sourceLinks(scope: Scope, kind: ItemKind, ids: readonly ItemId[]): Promise<SourceLink[]> {
    return this.items.sourceLinks({ scope, kind, ids });
  }

  speakers(scope: Scope, channel: string | null = null): Promise<readonly string[]> {
    return this.speakerLists.of(scope, channel, () => this.items.speakers({ scope, channel }));
  }

  stillSpeaking(scope: Scope, names: readonly string[], channel: string | null = null): Promise<string[]> {
    return this.items.stillSpeaking({ scope, names, channel });
  }

  isBehind(scope: Scope, target: Subscriber, olderThanMs: number): Promise<boolean> {
    return this.states.isBehind({ scope, target, olderThanMs });
  }

  stats(scope: Scope): Promise<StatsResponse> {
    return this.items.stats({ scope });
  }

  count(scope: Scope, filter: Filter, max: number): Promise<number> {
    return this.items.count({ scope, filter, max });
  }

  load(pointer: Pointer): Promise<Loaded | undefined> {
    return this.loads.add(pointer);
  }

  markIndexed(pointer: Pointer, target: Subscriber, version: number): Promise<void> {
    return this.marks.add({ pointer, target, version });
  }

  markOff(pointer: Pointer, target: IndexTarget, version: number): Promise<void> {
    return this.states.markOff({ ...pointer, target, version });
  }

  requeueLagging(olderThanMs: number, limit: number): Promise<number> {
    return this.states.requeueLagging({ olderThanMs, limit });
  }

  indexStates(pointers: readonly Pointer[]): Promise<IndexState[]> {
    return this.states.states({ pointers });
  }

  /** Runs after an item that may have a speaker was written or forgotten. */
  protected speakersChanged(): void {}
}
