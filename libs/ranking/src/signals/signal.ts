import type { Category, Mode, Store, TimeRange } from '@cairn/contracts';

/** What a question asks for, beside its words and its meaning. */
export interface Question {
  /** The one person that it names: every known speaker whom the name can mean. */
  readonly speakers: readonly string[];
  /** Whose own words it asks after: the asker's, who is the user of the thread, or the assistant's. */
  readonly askedRole: 'user' | 'assistant' | null;
  /** The type of answer that it expects. */
  readonly expects: { readonly time: boolean; readonly number: boolean; readonly name: boolean };
  /** The times that it names. */
  readonly times: readonly TimeRange[];
  readonly mode: Mode;
}

/** What signals read of an item, beside its scores. */
export interface ItemFeatures {
  readonly speaker: string | null;
  readonly role: string | null;
  readonly store: Store | null;
  readonly category: Category | null;
  /** Of a memory: how far people trust it by what they said of it, 0.1-1; null for other items. */
  readonly strength: number | null;
  /** Whether the question names its channel or subchannel. */
  readonly isPlaceNamed: boolean;
  /** When it was said, epoch ms. */
  readonly time: number;
  /** The time that it tells of. */
  readonly told?: TimeRange | undefined;
  /** The share of its text that asks, 0-1. */
  readonly questionShare: number;
  readonly says: { readonly time: boolean; readonly number: boolean; readonly name: boolean; readonly rule: boolean };
  /** Whether an assistant speaks in its session; null for a memory. */
  readonly thread: Thread | null;
  /** The share of the query's idf that its session or document holds, 0-1. */
  readonly coverage: number;
}

export type Thread = 'people' | 'assistant';

/** A bounded bonus for one item by itself. The recipe weighs it by its name, which explanations show. */
export interface ItemSignal {
  readonly name: string;
  /** It counts only in such threads; anywhere if absent. */
  readonly requires?: Thread;
  /** 0-1, before its weight. */
  readonly strength: (question: Question, item: ItemFeatures) => number;
}
