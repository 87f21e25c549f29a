import type { Category, Item, ItemId, ItemKind, Store, TimeRange } from '@cairn/contracts';
import type { Filter, Scope } from '@cairn/domain';
import type { Mentions } from './text-features.ts';

/** The features of an item that ranking uses, without its text. */
export interface CandidateFeatures {
  readonly id: ItemId;
  readonly kind: ItemKind;
  /** The length of the content in characters. */
  readonly length: number;
  /** Effective time, epoch ms. */
  readonly time: number;
  /** The speaker of a message; null for a memory. */
  readonly speaker: string | null;
  readonly role: string | null;
  readonly channel: string | null;
  /** The subchannel of a message; null for a memory. */
  readonly subchannel: string | null;
  /** Project of the item; null: the item applies to every project. */
  readonly project: string | null;
  /** The store of a memory; null for a message. */
  readonly store: Store | null;
  readonly category: Category | null;
  /** Whether the item is the text of a repository file, which no recall ranks. */
  readonly isRepositoryFile: boolean;
  /** Whether the item belongs to the invented team of `cairn demo`. */
  readonly isOfDemo: boolean;
  /** The strength of a memory after feedback; null for other items. */
  readonly strength: number | null;
  readonly questionShare: number;
  readonly mentions: Mentions;
  readonly mentionedTime?: TimeRange | undefined;
  /** The session of a message; the document of a memory that is one of its chunks; the note of a section. */
  readonly group: string | null;
  /**
   * The position of a message in its session, in the order of arrival, among items with the same readers; forgotten ones
   * count.
   */
  readonly turn: number | null;
  /** Whether an assistant speaks in a message's session, as far as the scope sees the session. Null for a memory. */
  readonly thread: 'people' | 'assistant' | null;
  /**
   * The messages directly before and after a message, in the order of arrival in its session, as far as the scope sees
   * them.
   */
  readonly previous?: { readonly id: ItemId; readonly role: string; readonly questionShare: number } | undefined;
  readonly next?: { readonly id: ItemId; readonly role: string } | undefined;
}

export interface FeatureOptions {
  /** Leaves out `previous` and `next` of messages and says null for `thread`, since finding these costs as much as the rest. */
  readonly withoutSession?: boolean | undefined;
}

/** A link between an item and one that it was made from, or one that was made from it. */
export interface SourceLink {
  readonly id: ItemId;
  readonly linked: { readonly kind: ItemKind; readonly id: ItemId };
}

export interface WaitingBounds {
  readonly limit: number;
  readonly charsMax: number;
}

/** Data of items that ranking needs and that no index contains, always read through a scope. */
export abstract class RankingReader {
  /** Reads the features of these items, as far as the scope sees the items, in no particular order. */
  abstract candidateFeatures(
    scope: Scope,
    kind: ItemKind,
    ids: readonly ItemId[],
    options?: FeatureOptions,
  ): Promise<CandidateFeatures[]>;

  /**
   * Links these items to their sources (`sourceIds`) and to memories made from them, as far as the scope sees both ends, in
   * no particular order. A source is named by its id, or by its external id in the memory's own source system, and may be
   * stored before or after the memory. A memory that names more than `limits.linkedSources` sources has no source links.
   */
  abstract sourceLinks(scope: Scope, kind: ItemKind, ids: readonly ItemId[]): Promise<SourceLink[]>;

  /**
   * Lists the newest items that wait for their vectors and match the scope and the filter: at most `limit`, none longer
   * than `charsMax`. Examines only the newest few hundred waiting items of the organisation, so that the cost does not grow
   * with the queue.
   */
  abstract waiting(scope: Scope, filter: Filter, bounds: WaitingBounds): Promise<Item[]>;

  /**
   * Lists the distinct speakers of messages that the scope sees, in the given channel if there is one. May lag by seconds.
   */
  abstract speakers(scope: Scope, channel?: string): Promise<readonly string[]>;

  /** Selects those of the given names that have a message visible to the scope now, in no particular order. Never lags. */
  abstract stillSpeaking(scope: Scope, names: readonly string[], channel?: string): Promise<string[]>;
}
