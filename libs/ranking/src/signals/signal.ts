import type { Category, Mode, Store, TimeRange } from '@cairn/contracts';

/** Features of a question that signals read, beside its words and its embedding. */
export interface Question {
  /** Known speakers whom the one name in the question can mean. */
  readonly speakers: readonly string[];
  /** Role whose own words the question asks for. */
  readonly askedRole: 'user' | 'assistant' | null;
  /** Expected answer type. */
  readonly expects: { readonly time: boolean; readonly number: boolean; readonly name: boolean };
  /** Time ranges that the question names. */
  readonly times: readonly TimeRange[];
  readonly mode: Mode;
}

/** Features of an item that signals read, beside its scores. */
export interface ItemFeatures {
  readonly speaker: string | null;
  readonly role: string | null;
  readonly store: Store | null;
  readonly category: Category | null;
  /** Strength of a memory, changed by feedback, 0.1-1; null for other items. */
  readonly strength: number | null;
  /** True when the question names its channel or subchannel. */
  readonly isPlaceNamed: boolean;
  /** Time at which it was said, epoch ms. */
  readonly time: number;
  /** Time range that the text mentions. */
  readonly mentionedTime?: TimeRange | undefined;
  /** Share of the text that consists of questions, 0-1. */
  readonly questionShare: number;
  readonly mentions: {
    readonly time: boolean;
    readonly number: boolean;
    readonly name: boolean;
    readonly rule: boolean;
  };
  /** Kind of its session: with an assistant, or between people; null for a memory. */
  readonly thread: Thread | null;
  /** Share of the query's idf that its session or document contains, 0-1. */
  readonly coverage: number;
}

type Thread = 'people' | 'assistant';

/** Bounded bonus for one item. Its name is the key of its weight in the recipe, and explanations show it. */
export interface ItemSignal {
  readonly name: string;
  /** Kind of thread in which the signal counts; everywhere if absent. */
  readonly requires?: Thread;
  /** Returns the strength before weighting, 0-1. */
  readonly strength: (question: Question, item: ItemFeatures) => number;
}
