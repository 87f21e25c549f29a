import type { Category, Item, ItemId, ItemKind, Scope, Store, TimeRange } from '@cairn/contracts';
import type { Filter } from './filter.ts';
import type { Mentions } from './text-features.ts';

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
  /** Whether it is the text of a file of a repository, which no recall ranks. */
  readonly isRepositoryFile: boolean;
  /** Whether it is of the made-up team of `cairn demo`. */
  readonly isOfDemo: boolean;
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

export interface WaitingBounds {
  readonly limit: number;
  readonly charsMax: number;
}

/** What ranking reads of items beside the indexes, always through a scope. */
export abstract class RankingReader {
  /** The features of these items, as far as the scope sees them, in no particular order. */
  abstract candidateFeatures(scope: Scope, kind: ItemKind, ids: readonly ItemId[]): Promise<CandidateFeatures[]>;

  /**
   * The source links of these items (`sourceIds`): what they were made from and what was made from them, as far as the scope sees
   * both, in no particular order. A source is named by its id, or by its external id in the memory's own source system, and may be
   * stored before or after the memory. A memory that names more than `limits.linkedSources` sources has no source links.
   */
  abstract sourceLinks(scope: Scope, kind: ItemKind, ids: readonly ItemId[]): Promise<SourceLink[]>;

  /**
   * The newest items that wait for their vectors, as far as the scope sees them and the filter lets them through: at most
   * `limit`, none longer than `charsMax`. It looks at the newest few hundred waiting items of the organisation, so that its cost
   * does not grow with the queue.
   */
  abstract waiting(scope: Scope, filter: Filter, bounds: WaitingBounds): Promise<Item[]>;

  /** Distinct speakers of the messages the scope sees, in the filter's channel if it has one. Can lag by seconds. */
  abstract speakers(scope: Scope, channel?: string): Promise<readonly string[]>;

  /** The names among these that have a message which the scope sees now, in no particular order. Never lags. */
  abstract stillSpeaking(scope: Scope, names: readonly string[], channel?: string): Promise<string[]>;
}
