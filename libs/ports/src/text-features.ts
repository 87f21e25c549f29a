import type { ItemId, ItemKind, OrgId, TimeRange } from '@cairn/contracts';

/** What ranking reads in a text. */
export interface TextFeatures {
  /** Share of the text that stands in questions, 0-1; 1 when it ends in a question mark. */
  readonly questionShare: number;
  readonly mentions: Mentions;
  /** The time that it mentions, if that is not the time it was said; epoch ms, `to` exclusive. */
  readonly mentionedTime?: TimeRange | undefined;
}

/** What a text holds that a question may want. */
export interface Mentions {
  readonly time: boolean;
  readonly number: boolean;
  /** A name, but for those whom it speaks to. */
  readonly name: boolean;
  /** A wish or a rule that is to hold from then on. */
  readonly rule: boolean;
}

/** An item at a version. */
export interface ItemVersion {
  readonly orgId: OrgId;
  readonly kind: ItemKind;
  readonly id: ItemId;
  readonly version: number;
}

export interface OutdatedText {
  readonly item: ItemVersion;
  /** Absent: the item has none. */
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
 * Text features, stored beside the items with the version of the rules that read them. A write stores them with its item; this
 * port computes them again after the rules have changed.
 */
export abstract class TextFeatureStore {
  /** Some items of any organisation whose features are of earlier rules, or of code that had no versions of rules. */
  abstract outdated(rules: number, limit: number): Promise<readonly OutdatedText[]>;
  /**
   * Stores the features that these rules read. That does not change the item: its version, its indexes and its events stay. An
   * item that has changed since, that later rules have read, that is unknown or that is forgotten is skipped.
   */
  abstract keep(rules: number, texts: readonly ExtractedFeatures[]): Promise<void>;
}
