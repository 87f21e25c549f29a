import type { ItemId, ItemKind, OrgId } from '@cairn/contracts';
import type { Reading } from './truth.ts';

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

export interface ReadText {
  readonly item: ItemVersion;
  readonly reading: Reading;
}

/**
 * What ranking reads in texts, kept beside the items with the version of the rules that read it. A write keeps it with its item;
 * this port makes it anew where the rules are others.
 */
export abstract class TextFeatures {
  /** Some present items of any organisation that were read by earlier rules than these, or by code that knew no versions of rules. */
  abstract outdated(rules: number, limit: number): Promise<readonly OutdatedText[]>;
  /**
   * Keeps what these rules read. That is no change of an item: its version, its indexes and its events stay as they are. An item
   * that has changed since, that later rules have read, that is unknown or forgotten is left alone.
   */
  abstract keep(rules: number, texts: readonly ReadText[]): Promise<void>;
}
