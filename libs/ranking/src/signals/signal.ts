import type { Category, Mode, Store, TimeRange } from '@cairn/contracts';

/** What signals read of a question, beside its words and its embedding. */
export interface Question {
  /** The known speakers whom the one name in the question can mean. */
  readonly speakers: readonly string[];
  /** Whose own words it asks for: those of the user of the thread, or of the assistant. */
  readonly askedRole: 'user' | 'assistant' | null;
  /** The expected answer type. */
  readonly expects: { readonly time: boolean; readonly number: boolean; readonly name: boolean };
  /** The times that it names. */
  readonly times: readonly TimeRange[];
  readonly mode: Mode;
}

/** What signals read of an item beside its scores. */
export interface ItemFeatures {
  readonly speaker: string | null;
  readonly role: string | null;
  readonly store: Store | null;
  readonly category: Category | null;
  /** The strength of a memory, which feedback moves, 0.1-1; null for other items. */
  readonly strength: number | null;
  /** Whether the question names its channel or subchannel. */
  readonly isPlaceNamed: boolean;
  /** When it was said, epoch ms. */
  readonly time: number;
  /** The time that it mentions. */
  readonly mentionedTime?: TimeRange | undefined;
  /** The share of its text that asks, 0-1. */
  readonly questionShare: number;
  readonly mentions: {
    readonly time: boolean;
    readonly number: boolean;
    readonly name: boolean;
    readonly rule: boolean;
  };
  /** Whether an assistant speaks in its session; null for a memory. */
  readonly thread: Thread | null;
  /** The share of the query's idf that its session or document holds, 0-1. */
  readonly coverage: number;
}

export type Thread = 'people' | 'assistant';

/** A bounded bonus for one item. Its name is the key of its weight in the recipe, and explanations show it. */
export interface ItemSignal {
  readonly name: string;
  /** The signal counts only in such threads; everywhere if absent. */
  readonly requires?: Thread;
  /** 0-1, before its weight. */
  readonly strength: (question: Question, item: ItemFeatures) => number;
}
