import type { ItemId, ItemKind, OrgId } from '@cairn/contracts';
import type { TextFeatures } from './truth.ts';

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
