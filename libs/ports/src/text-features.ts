import type { ItemId, ItemKind, MemoryInput, OrgId, TimeRange } from '@cairn/contracts';

/** Text features for ranking and preflight. */
export interface TextFeatures {
  /** The fraction of the text that is in questions, 0-1; 1 if the text ends with a question mark. */
  readonly questionShare: number;
  readonly mentions: Mentions;
  /** The time that the text mentions, if it differs from the time at which the text was said; epoch ms, `to` exclusive. */
  readonly mentionedTime?: TimeRange | undefined;
  /** The compiled norms of a memory; absent if it has none. */
  readonly norms?: ReadNorms | undefined;
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

/** An item at a version. */
interface ItemVersion {
  readonly orgId: OrgId;
  readonly kind: ItemKind;
  readonly id: ItemId;
  readonly version: number;
}

/** A text to read again, with the fields that the writer gave for its meaning. */
export interface OutdatedText extends Partial<
  Pick<MemoryInput, 'category' | 'forbids' | 'instead' | 'actionTriggers'>
> {
  readonly item: ItemVersion;
  /** The title; absent if the item has none. */
  readonly title?: string | undefined;
  readonly content: string;
  /** Epoch ms. */
  readonly timestamp: number;
}

export interface ExtractedFeatures {
  readonly item: ItemVersion;
  readonly features: TextFeatures;
}

/**
 * Text features, stored with the version of the rules that computed them. A write stores them together with its item; this
 * port recomputes them after the rules have changed.
 */
export abstract class TextFeatureStore {
  /** Lists items of any organisation whose features an earlier version of the rules computed, or code without rules. */
  abstract outdated(rules: number, limit: number): Promise<readonly OutdatedText[]>;
  /**
   * Stores features that this version of the rules computed. The item stays unchanged, as do its version, indexes and
   * events. Skips an item that has changed since, has features of later rules, is unknown or is forgotten.
   */
  abstract keep(rules: number, texts: readonly ExtractedFeatures[]): Promise<void>;
}
