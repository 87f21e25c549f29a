import type { Category, Store, ToolCall } from '@cairn/contracts';

/** A message of a conversation. The messages of one session are read together, in order. */
export interface ConversationMessage {
  readonly id: string;
  readonly role: string;
  readonly speaker?: string | undefined;
  readonly content: string;
  /** Epoch ms; absent or 0 is unknown. */
  readonly timestamp?: number | undefined;
  /** Edits and commands of the agent since the message before. */
  readonly toolCalls?: readonly ToolCall[] | undefined;
}

/**
 * A passage of a message by UTF-16 offsets in its content; `end` is exclusive. An empty passage at 0 stands for the
 * tool calls of the message.
 */
export interface Quote {
  readonly messageId: string;
  readonly start: number;
  readonly end: number;
  /** Whether the passage only tells what the words of the statement refer to, such as the question that it answers. */
  readonly isContext?: true;
}

export const extractedKinds = [
  'decision',
  'rule',
  'correction',
  'preference',
  'lesson',
  'fact',
  'goal',
  'relation',
] as const;
export type ExtractedKind = (typeof extractedKinds)[number];

/** Words of a quote that depend on the speaker or the time, with their meaning. */
export interface ResolvedWords {
  readonly words: string;
  readonly means: string;
}

/** A memory that a conversation suggests, in the words that were said. */
export interface Extracted {
  readonly kind: ExtractedKind;
  /** The statement without the passages that only tell what its words refer to. */
  readonly statement: string;
  /**
   * The quoted passages, one per line, without greetings and emphasis. Where they are of several speakers, a line begins
   * with its speaker.
   */
  readonly content: string;
  readonly category: Category;
  readonly store: Store;
  /** The thing or the person that the content is about, as it is named there. */
  readonly subject?: string;
  /** The property of the subject that the content gives, such as `owner` or `port`. */
  readonly attribute?: string;
  readonly quotes: readonly Quote[];
  /** The speaker of the statement. */
  readonly saidBy: { readonly role: string; readonly speaker?: string };
  /** Estimated probability that the memory is worth keeping, 0 to 1. */
  readonly certainty: number;
  /** The words with which a person confirmed a conclusion of an assistant. */
  readonly confirmation?: Quote;
  /** Passages near a decision that give its reasons. */
  readonly reasons?: readonly Quote[];
  /** Passages near a decision that name the alternatives that were not chosen. */
  readonly alternatives?: readonly Quote[];
  readonly resolved?: readonly ResolvedWords[];
  /** End of the time that a goal or a fact names, in epoch ms. */
  readonly validTo?: number;
}
