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

/** What a read may return, beside what the scope lets it see. Stores apply it before they cut to a limit. */
export interface Filter {
  readonly kind: ItemKind;
  /** Memories and notes without a channel pass; messages must match exactly. */
  readonly channel?: string | undefined;
  /** Beside a channel: what is in this one passes too. */
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
   * What held at this time, epoch ms: memories that held then, by their validity and by when they stood in the place of others
   * or others in theirs; messages that had been said.
   */
  readonly asOf?: number | undefined;
  /** Memories of these knowledge bases. */
  readonly knowledgeBases?: readonly string[] | undefined;
  /** Memories about this, and of this property of it: exact names. */
  readonly subject?: string | undefined;
  readonly attribute?: string | undefined;
}

/** What a list may hold, beside what the scope lets it see. */
export interface ListFilter extends Filter {
  readonly source?: string | undefined;
  /** Of messages. */
  readonly speaker?: string | undefined;
  /** Memories whose validity ends at this time or before, epoch ms. */
  readonly validToMs?: number | undefined;
}

/** Which part of a list: so many items at most, after a place in its order. */
export interface ListPage {
  readonly order: ListOrder;
  readonly limit: number;
  readonly after?: ListPlace | undefined;
}

/** Where an item stands in a list: itself, with the effective time that it was listed with. */
export interface ListPlace {
  readonly id: ItemId;
  readonly time: number;
}

/** A message or memory ready to be stored: parsed, scoped, with what is derived from its text. */
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
      /** Of a chunk, the base that it belongs to. */
      readonly knowledgeBase?: KnowledgeBaseId | undefined;
    };

/** What ranking reads in a text. */
export interface Reading {
  /** Share of the text that stands in questions, 0-1; 1 when it ends in a question mark. */
  readonly questionShare: number;
  readonly says: Says;
  /** The time it tells of, if that is not the time it was said; epoch ms, `to` exclusive. */
  readonly told?: TimeRange | undefined;
}

/** What is computed of an item when it is written. `TextFeatures` reads anew what ranking asks of it. */
export interface Derived extends Reading {
  /** SHA-256 of what makes two sendings the same item: all that the caller sent but the external id. */
  readonly contentHash: string;
  /** For a memory without external id: equal keys are one memory. Absent: never merged. */
  readonly mergeKey?: string | undefined;
}

/** What a text holds that a question may want. */
export interface Says {
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

/** Takes what was forgotten by the author, or by anybody: from then on it is taken as if it had not been forgotten. */
export type Again = 'own' | 'all';

/** Points to an item without scope: what a subscriber of the write path gets. */
export interface Pointer {
  readonly orgId: OrgId;
  readonly kind: ItemKind;
  readonly id: ItemId;
}

/** What ranking asks of a candidate, without its text. */
export interface Traits {
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
  readonly says: Says;
  readonly told?: TimeRange | undefined;
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

/** An item, and one that it was made from or that was made from it. */
export interface SourceLink {
  readonly id: ItemId;
  readonly linked: { readonly kind: ItemKind; readonly id: ItemId };
}

/**
 * The store of record: everything else can be dropped and rebuilt from it. A method is one whole command; what it
 * acknowledges is on disk, with its outbox event, idempotency key and audit row, or not there at all.
 */
export abstract class Truth {
  /**
   * Stores all items or none and answers in their order. An external id that is there already with the same content, or
   * a merge key that is, answers with the present item (`created: false`); with other content it is `item/conflict`. Both
   * are looked for only among what has the same readers: nothing is told of what the writer does not see. The same is what
   * was sent before, and what would be stored as it stands there. An item without an external id has its id
   * for one.
   * What belongs to a session or source that was forgotten whole is `item/forgotten`, with an issue for each such item;
   * `again` takes it.
   * A repeated idempotency key answers as the first time.
   */
  abstract write(
    author: Principal,
    items: readonly NewItem[],
    idempotency?: Idempotency,
    again?: Again,
  ): Promise<Receipt[]>;

  /**
   * Forgets an item: its text is gone from the store and from every answer at once. False when the scope sees none. What
   * another wrote is `auth/forbidden` to a writer; managers and admins forget whatever the scope sees.
   */
  abstract forget(scope: Scope, author: Principal, kind: ItemKind, id: ItemId): Promise<boolean>;

  /** One item with its index state, if the scope sees it and it is not deleted. */
  abstract find(scope: Scope, kind: ItemKind, id: ItemId): Promise<(Item & { index: IndexState }) | undefined>;

  /** The items that the scope and the filter let through, in no particular order: what every answer is read from. */
  abstract hydrate(scope: Scope, filter: Filter, ids: readonly ItemId[]): Promise<Item[]>;

  /** The newest messages by effective time, oldest first; ties by the order of arrival. */
  abstract recent(scope: Scope, filter: Filter & { kind: 'message' }, limit: number): Promise<Message[]>;

  /**
   * A page of the items that the scope sees and `lists` lets through, with their index states. Ties of the effective time go
   * by the order of arrival. Pages that begin at the last item of the one before show every item once, whatever is written
   * or forgotten between them. A place that is no item of the organisation and kind is `request/invalid`.
   */
  abstract list(scope: Scope, filter: ListFilter, page: ListPage): Promise<ItemResponse[]>;

  /** The traits of these items, as far as the scope sees them, in no particular order. */
  abstract traits(scope: Scope, kind: ItemKind, ids: readonly ItemId[]): Promise<Traits[]>;

  /**
   * What these items were made from and what was made from them (`sourceIds`), as far as the scope sees both, in no
   * particular order. A source is found by its id or by its external id in the memory's own source system, whichever was
   * stored first. A memory that names more than `limits.linkedSources` sources has no source links.
   */
  abstract sourceLinks(scope: Scope, kind: ItemKind, ids: readonly ItemId[]): Promise<SourceLink[]>;

  /** Distinct speakers of the messages the scope sees, in the filter's channel if it has one. Can lag by seconds. */
  abstract speakers(scope: Scope, channel?: string): Promise<readonly string[]>;

  /** Those of these names that the scope hears at this moment, in no particular order. Never lags. */
  abstract stillSpeaking(scope: Scope, names: readonly string[], channel?: string): Promise<string[]>;

  /**
   * Whether something that the scope sees has waited for an index for longer than that. Looks at the oldest few hundred that
   * wait in the organisation and at no more, so that it costs the same whatever the backlog.
   */
  abstract isBehind(scope: Scope, target: IndexTarget, olderThanMs: number): Promise<boolean>;

  abstract stats(scope: Scope): Promise<StatsResponse>;

  /** How many items of a kind the scope sees under the filter, counted up to `max`. */
  abstract count(scope: Scope, filter: Filter, max: number): Promise<number>;

  /** For subscribers: the newest version of an item, or its tombstone's version. */
  abstract load(pointer: Pointer): Promise<Item | { readonly deletedAt: number; readonly version: number } | undefined>;

  /** Records that a derived store has an item at this version. Never goes back to a lower one. */
  abstract markIndexed(pointer: Pointer, target: Subscriber, version: number): Promise<void>;

  /**
   * Records that an index is switched off for an item of this version: it no longer waits, until `ItemScan.announce` says so.
   * An older version than the item's, or one that is indexed, changes nothing.
   */
  abstract markOff(pointer: Pointer, target: IndexTarget, version: number): Promise<void>;

  /** For the sweeper: events of items whose index lags for longer than `olderThanMs` go to the outbox again. Returns how many. */
  abstract requeueLagging(olderThanMs: number, limit: number): Promise<number>;

  abstract indexStates(pointers: readonly Pointer[]): Promise<IndexState[]>;
}
