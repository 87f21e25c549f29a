import type { ItemId, ItemKind, MemoryInput, OrgId, TimeRange } from '@cairn/contracts';

/** Text features for ranking and preflight. */
export interface TextFeatures {
  /** The share of the text that is in questions, 0-1; 1 when it ends in a question mark. */
  readonly questionShare: number;
  readonly mentions: Mentions;
  /** The time that the text mentions, if it differs from when it was said; epoch ms, `to` exclusive. */
  readonly mentionedTime?: TimeRange | undefined;
  /** The compiled norms of a memory; absent if it has none. */
  readonly norms?: ReadNorms | undefined;
}

/** Norms that libs/text has compiled. */
interface ReadNorms {
  /** The rule, serialised by libs/text. */
  readonly rule: string;
  /** The actions that can meet the rule: those with one of these words and all words beside it. */
  readonly needs: readonly { readonly word: string; readonly beside: readonly string[] }[];
}

/** The kinds of answers that a text contains. */
export interface Mentions {
  readonly time: boolean;
  readonly number: boolean;
  /** A name of somebody other than the person addressed. */
  readonly name: boolean;
  /** A standing instruction: a wish or a rule for the future. */
  readonly rule: boolean;
}

/** An item at a version. */
interface ItemVersion {
  readonly orgId: OrgId;
  readonly kind: ItemKind;
  readonly id: ItemId;
  readonly version: number;
}

/** A text with what a memory gives beside it. */
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
 * Text features, stored beside the items with the version of the rules that computed them. A write stores them with its item; this
 * port computes them again after the rules have changed.
 */
export abstract class TextFeatureStore {
  /** Items of any organisation with features of earlier rules, or of code without versions of rules. */
  abstract outdated(rules: number, limit: number): Promise<readonly OutdatedText[]>;
  /**
   * Stores features computed by these rules. That does not change the item: its version, its indexes and its events stay. An item is
   * skipped if it has changed since, has features of later rules, is unknown or is forgotten.
   */
  abstract keep(rules: number, texts: readonly ExtractedFeatures[]): Promise<void>;
}
