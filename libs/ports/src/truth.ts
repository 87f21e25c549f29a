import type {
  IndexState,
  IndexTarget,
  Item,
  ItemId,
  ItemKind,
  KnowledgeBaseId,
  ItemResponse,
  ListOrder,
  MemoryInput,
  Message,
  MessageInput,
  OrgId,
  Principal,
  Receipt,
  Scope,
  StatsResponse,
  Subscriber,
  Store,
  TimeRange,
  Category,
  Visibility,
  WorkspaceId,
} from '@cairn/contracts';

/** What a read returns, within its scope. Stores apply the filter before they cut to a limit. */
export interface Filter {
  readonly kind: ItemKind;
  /** Memories and notes without a channel pass; messages must match exactly. */
  readonly channel?: string | undefined;
  /** Another channel beside `channel` whose items pass. */
  readonly sharedRoom?: string | undefined;
  readonly subchannel?: string | undefined;
  readonly sessionKey?: string | undefined;
  /** Only notes of this workspace. */
  readonly workspaceId?: WorkspaceId | undefined;
  readonly stores?: readonly Store[] | undefined;
  readonly categories?: readonly Category[] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly tagMatch?: 'any' | 'all' | undefined;
  /** Bounds of the effective time, epoch ms, inclusive. */
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
  /** Archived and superseded items pass too; deleted ones never do. */
  readonly includeArchived?: boolean | undefined;
  /** Only memories that hold at this time, epoch ms (`holdsAt` of the contracts). */
  readonly holdsAt?: number | undefined;
  /**
   * Only what held at this time, epoch ms: memories by their validity and by when they were superseded or superseded others, and
   * messages that had been said by then.
   */
  readonly asOf?: number | undefined;
  /** Memories of these knowledge bases. */
  readonly knowledgeBases?: readonly string[] | undefined;
  /** Memories about this subject, and about this attribute of it: exact names. */
  readonly subject?: string | undefined;
  readonly attribute?: string | undefined;
}

/** What a list returns, within its scope. */
export interface ListFilter extends Filter {
  readonly source?: string | undefined;
  /** Only messages have one. */
  readonly speaker?: string | undefined;
  /** Memories whose validity ends at this time or before, epoch ms. */
  readonly validToMs?: number | undefined;
}

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

/** A message or memory ready to be stored: validated, with its visibility and what is derived from its text. */
export type NewItem =
  | {
      readonly kind: 'message';
      readonly id: ItemId;
      readonly input: MessageInput;
      readonly visibility: Visibility;
      readonly derived: Derived;
    }
  | {
      readonly kind: 'memory';
      readonly id: ItemId;
      readonly input: MemoryInput;
      readonly visibility: Visibility;
      readonly derived: Derived;
      /** The knowledge base of a chunk. */
      readonly knowledgeBase?: KnowledgeBaseId | undefined;
    };

/** What ranking reads in a text. */
export interface TextFeatures {
  /** Share of the text that stands in questions, 0-1; 1 when it ends in a question mark. */
  readonly questionShare: number;
  readonly mentions: Mentions;
  /** The time that it mentions, if that is not the time it was said; epoch ms, `to` exclusive. */
  readonly mentionedTime?: TimeRange | undefined;
}

/** What is computed of an item when it is written. `TextFeatureStore` reads anew what ranking asks of it. */
export interface Derived extends TextFeatures {
  /** SHA-256 of what makes two sendings the same item: all that the caller sent but the external id. */
  readonly contentHash: string;
  /** For a memory without external id: equal keys are one memory. Absent: never merged. */
  readonly mergeKey?: string | undefined;
}

/** What a text holds that a question may want. */
export interface Mentions {
  readonly time: boolean;
  readonly number: boolean;
  /** A name, but for those whom it speaks to. */
  readonly name: boolean;
  /** A wish or a rule that is to hold from then on. */
  readonly rule: boolean;
}

export interface Idempotency {
  readonly key: string;
  /** SHA-256 of the request; the same key with another hash is `idempotency/mismatch`. */
  readonly requestHash: string;
}

/** Store again what the author forgot, or what anybody forgot. From then on it counts as not forgotten. */
export type Again = 'own' | 'all';

/** Names an item without a scope, for subscribers of the write path. */
export interface Pointer {
  readonly orgId: OrgId;
  readonly kind: ItemKind;
  readonly id: ItemId;
}

/** What ranking asks of a candidate, without its text. */
export interface CandidateFeatures {
  readonly id: ItemId;
  readonly kind: ItemKind;
  /** Characters of its content. */
  readonly length: number;
  /** Effective time, epoch ms. */
  readonly time: number;
  /** Of a message; null for a memory. */
  readonly speaker: string | null;
  readonly role: string | null;
  readonly channel: string | null;
  /** Of a message; null for a memory. */
  readonly subchannel: string | null;
  /** Of a memory; null for a message. */
  readonly store: Store | null;
  readonly category: Category | null;
  /** Of a memory, where feedback has moved it to; null for other items. */
  readonly strength: number | null;
  readonly questionShare: number;
  readonly mentions: Mentions;
  readonly mentionedTime?: TimeRange | undefined;
  /** The session of a message, the document of a memory that is a section of one, the note of its section. */
  readonly group: string | null;
  /** Of a message in a session, its place there among what has the same readers, by arrival; what is forgotten has one too. */
  readonly turn: number | null;
  /** Of a message: whether an assistant speaks in its session, as far as the scope sees it. Null for a memory. */
  readonly thread: 'people' | 'assistant' | null;
  /** The neighbours of a message by arrival in its session, as far as the scope sees them. */
  readonly previous?: { readonly id: ItemId; readonly role: string; readonly questionShare: number } | undefined;
  readonly next?: { readonly id: ItemId; readonly role: string } | undefined;
}

/** A source link: an item, and one that it was made from or that was made from it. */
export interface SourceLink {
  readonly id: ItemId;
  readonly linked: { readonly kind: ItemKind; readonly id: ItemId };
}

/**
 * The store of record: everything else can be dropped and rebuilt from it. A method is one command. Once it is acknowledged it is
 * on disk as a whole, with its outbox event, idempotency key and audit row; otherwise nothing of it is there.
 */
export abstract class Truth {
  /**
   * Stores all items or none, and returns receipts in their order.
   * If an external id exists with the same content, or a merge key exists, the receipt is that of the present item
   * (`created: false`). The content is the same if it equals what was sent before or what is stored now. An external id with
   * other content is `item/conflict`. Both keys are compared only among items with the same readers, so that a writer learns
   * nothing of items that they do not see. An item without an external id has its id for one.
   * An item of a session or source that was forgotten as a whole is `item/forgotten`, with an issue for each such item, unless
   * `again` is set. A repeated idempotency key returns the first receipts.
   */
  abstract write(
    author: Principal,
    items: readonly NewItem[],
    idempotency?: Idempotency,
    again?: Again,
  ): Promise<Receipt[]>;

  /**
   * Forgets an item: its text leaves the store and every answer at once. False when the scope sees no such item. For a writer, an
   * item of somebody else is `auth/forbidden`; managers and admins forget whatever the scope sees.
   */
  abstract forget(scope: Scope, author: Principal, kind: ItemKind, id: ItemId): Promise<boolean>;

  /** One item with its index state, if the scope sees it and it is not deleted. */
  abstract find(scope: Scope, kind: ItemKind, id: ItemId): Promise<(Item & { index: IndexState }) | undefined>;

  /** The items among these that the scope and the filter let through, in no particular order. Every answer is read from here. */
  abstract hydrate(scope: Scope, filter: Filter, ids: readonly ItemId[]): Promise<Item[]>;

  /** The newest messages by effective time, oldest first; ties by the order of arrival. */
  abstract recent(scope: Scope, filter: Filter & { kind: 'message' }, limit: number): Promise<Message[]>;

  /**
   * A page of the items that the scope sees and `lists` lets through, with their index states. Ties of the effective time go by
   * the order of arrival. Pages that begin after the last item of the previous one show every item once, whatever is written or
   * forgotten meanwhile. A place that is no item of the organisation and kind is `request/invalid`.
   */
  abstract list(scope: Scope, filter: ListFilter, page: ListPage): Promise<ItemResponse[]>;

  /** The features of these items, as far as the scope sees them, in no particular order. */
  abstract candidateFeatures(scope: Scope, kind: ItemKind, ids: readonly ItemId[]): Promise<CandidateFeatures[]>;

  /**
   * The source links of these items (`sourceIds`): what they were made from and what was made from them, as far as the scope sees
   * both, in no particular order. A source is named by its id, or by its external id in the memory's own source system, and may be
   * stored before or after the memory. A memory that names more than `limits.linkedSources` sources has no source links.
   */
  abstract sourceLinks(scope: Scope, kind: ItemKind, ids: readonly ItemId[]): Promise<SourceLink[]>;

  /** Distinct speakers of the messages the scope sees, in the filter's channel if it has one. Can lag by seconds. */
  abstract speakers(scope: Scope, channel?: string): Promise<readonly string[]>;

  /** The names among these that have a message which the scope sees now, in no particular order. Never lags. */
  abstract stillSpeaking(scope: Scope, names: readonly string[], channel?: string): Promise<string[]>;

  /**
   * Whether an item that the scope sees has waited longer than that for an index. It looks at the oldest few hundred waiting items
   * of the organisation only, so that its cost does not grow with the queue.
   */
  abstract isBehind(scope: Scope, target: IndexTarget, olderThanMs: number): Promise<boolean>;

  abstract stats(scope: Scope): Promise<StatsResponse>;

  /** How many items of a kind the scope sees under the filter, counted up to `max`. */
  abstract count(scope: Scope, filter: Filter, max: number): Promise<number>;

  /** For subscribers: the newest version of an item, or the version of its tombstone. */
  abstract load(pointer: Pointer): Promise<Item | { readonly deletedAt: number; readonly version: number } | undefined>;

  /** Records that an index has an item at this version. Never goes back to a lower one. */
  abstract markIndexed(pointer: Pointer, target: Subscriber, version: number): Promise<void>;

  /**
   * Records that an index is switched off for this version of an item: it no longer waits, until `ItemScan.announce` is called for
   * it. An older version than the item's, or an indexed one, changes nothing.
   */
  abstract markOff(pointer: Pointer, target: IndexTarget, version: number): Promise<void>;

  /** For the sweeper: puts the events of items whose index lags longer than `olderThanMs` into the outbox again. Returns how many. */
  abstract requeueLagging(olderThanMs: number, limit: number): Promise<number>;

  abstract indexStates(pointers: readonly Pointer[]): Promise<IndexState[]>;
}
