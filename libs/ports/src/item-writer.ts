import type {
  ItemId,
  ItemKind,
  KnowledgeBaseId,
  MemoryInput,
  MessageInput,
  Receipt,
  Visibility,
} from '@cairn/contracts';
import type { Principal, Scope } from '@cairn/domain';
import type { TextFeatures } from './text-features.ts';

/** A message or memory ready to be stored: validated, with its visibility and the fields derived from its text. */
export type NewItem =
  | {
      readonly kind: 'message';
      readonly id: ItemId;
      readonly input: MessageInput;
      readonly visibility: Visibility;
      readonly derived: Derived;
    }
  | {
      readonly kind: 'memory';
      readonly id: ItemId;
      readonly input: MemoryInput;
      readonly visibility: Visibility;
      readonly derived: Derived;
      /** The knowledge base of a chunk. */
      readonly knowledgeBase?: KnowledgeBaseId | undefined;
    };

/** Fields computed from an item when it is written. `TextFeatureStore` computes the text features again later. */
export interface Derived extends TextFeatures {
  /** SHA-256 of everything that the caller sent except the external id: items with equal hashes are the same. */
  readonly contentHash: string;
  /** The merge key of a memory without external id: memories with equal keys are one. Absent: never merged. */
  readonly mergeKey?: string | undefined;
}

export interface Idempotency {
  readonly key: string;
  /** SHA-256 of the request; the same key with another hash is `idempotency/mismatch`. */
  readonly requestHash: string;
}

/** Permission to store again what the author, or anybody, forgot. Afterwards it no longer counts as forgotten. */
export type Overwrite = 'own' | 'all';

/**
 * Writes items. An acknowledged command is on disk completely, with its outbox event, idempotency key and audit row; a failed one
 * has stored nothing.
 */
export abstract class ItemWriter {
  /**
   * Stores all items or none, and returns receipts in their order.
   * If an external id exists with the same content, or a merge key exists, the receipt is that of the existing item
   * (`created: false`). Content is the same if it equals what was sent before or what is stored now. An external id with other
   * content is `item/conflict`. Both keys are compared only among items with the same readers, so that a writer learns nothing of
   * hidden items. An item without an external id uses its id as one.
   * An item of a session or source that was forgotten as a whole is `item/forgotten`, with an issue for each such item, unless
   * `overwrite` is set. A repeated idempotency key returns the first receipts.
   */
  abstract write(
    author: Principal,
    items: readonly NewItem[],
    idempotency?: Idempotency,
    overwrite?: Overwrite,
  ): Promise<Receipt[]>;

  /**
   * Forgets an item: its text leaves the store and every answer at once. Returns false when the scope sees no such item. Throws
   * `auth/forbidden` when a writer forgets another author's item; managers and admins forget whatever the scope sees.
   */
  abstract forget(scope: Scope, author: Principal, kind: ItemKind, id: ItemId): Promise<boolean>;
}
