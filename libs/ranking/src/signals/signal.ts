import type { Category, Mode, Store, TimeRange } from '@cairn/contracts';

/** Features of a question that signals read, in addition to its words and its embedding. */
export interface Question {
  /** Known speakers whom the name in the question may mean, if the question names one person. */
  readonly speakers: readonly string[];
  /** Role whose own words the question asks for. */
  readonly askedRole: 'user' | 'assistant' | null;
  /** Kinds of value that the question expects as its answer. */
  readonly expects: { readonly time: boolean; readonly number: boolean; readonly name: boolean };
  /** Time ranges that the question names. */
  readonly times: readonly TimeRange[];
  readonly mode: Mode;
}

/** Features of an item that signals read, in addition to its scores. */
export interface ItemFeatures {
  readonly speaker: string | null;
  readonly role: string | null;
  readonly store: Store | null;
  readonly category: Category | null;
  /** Strength of a memory, changed by feedback, 0.1-1; null for other items. */
  readonly strength: number | null;
  /** True when the question names the item's channel or subchannel. */
  readonly isPlaceNamed: boolean;
  /** True when the item belongs to the project on which the caller works. */
  readonly isOfProject: boolean;
  /** Time at which the item was said or written, epoch ms. */
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
  /** Kind of the item's session: with an assistant, or between people; null for a memory. */
  readonly thread: Thread | null;
  /**
   * Sum of the idf of the query words that the item's session or document contains, as a share of all query words' idf, 0-1.
   */
  readonly coverage: number;
}

type Thread = 'people' | 'assistant';

/** Bounded bonus for one item. `name` is the key of the signal's weight in the recipe, and explanations show it. */
export interface ItemSignal {
  readonly name: string;
  /** Kind of thread in which the signal counts; if absent, it counts everywhere. */
  readonly requires?: Thread;
  /** Returns the strength before weighting, 0-1. */
  readonly strength: (question: Question, item: ItemFeatures) => number;
}
