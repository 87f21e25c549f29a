import type { TimeRange } from '@cairn/contracts';

/** Text features for ranking and preflight. */
export interface TextFeatures {
  /** The fraction of the text that is in questions, 0-1; 1 if the text ends with a question mark. */
  readonly questionShare: number;
  readonly mentions: Mentions;
  /** The time that the text mentions, if it differs from the time at which the text was said; epoch ms, `to` exclusive. */
  readonly mentionedTime?: TimeRange | undefined;
  /** The compiled norms of a memory; absent if it has none. */
  readonly norms?: ReadNorms | undefined;
  /** True if the text of a message calls nobody by a name, so that no alias can be learnt from it; absent if that is unknown. */
  readonly addressesNobody?: boolean | undefined;
}

/** The norms of a memory, compiled by libs/text. */
interface ReadNorms {
  /** The rule, serialised by libs/text. */
  readonly rule: string;
  /** The rule can apply only to actions that contain one of these words together with all words in its `beside`. */
  readonly needs: readonly { readonly word: string; readonly beside: readonly string[] }[];
}

/** Which kinds of answers a text contains. */
export interface Mentions {
  readonly time: boolean;
  readonly number: boolean;
  /** Whether the text contains a name of somebody other than the person addressed. */
  readonly name: boolean;
  /** Whether the text contains a standing instruction: a wish or a rule for the future. */
  readonly rule: boolean;
}
