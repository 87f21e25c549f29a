import type {
  ItemId,
  ItemKind,
  KnowledgeBaseId,
  MemoryInput,
  MessageInput,
  Principal,
  Receipt,
  Scope,
  Visibility,
} from '@cairn/contracts';
import type { TextFeatures } from './text-features.ts';

/** A message or memory ready to be stored: validated, with its visibility and what is derived from its text. */
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

/** What is computed of an item when it is written. `TextFeatureStore` reads anew what ranking asks of it. */
export interface Derived extends TextFeatures {
  /** SHA-256 of what makes two sendings the same item: all that the caller sent but the external id. */
  readonly contentHash: string;
  /** For a memory without external id: equal keys are one memory. Absent: never merged. */
  readonly mergeKey?: string | undefined;
}

export interface Idempotency {
  readonly key: string;
  /** SHA-256 of the request; the same key with another hash is `idempotency/mismatch`. */
  readonly requestHash: string;
}

/** Store again what the author forgot, or what anybody forgot. From then on it counts as not forgotten. */
export type Again = 'own' | 'all';

/**
 * Writes items. Once a command is acknowledged it is on disk as a whole, with its outbox event, idempotency key and audit row;
 * otherwise nothing of it is there.
 */
export abstract class ItemWriter {
  /**
   * Stores all items or none, and returns receipts in their order.
   * If an external id exists with the same content, or a merge key exists, the receipt is that of the present item
   * (`created: false`). The content is the same if it equals what was sent before or what is stored now. An external id with
   * other content is `item/conflict`. Both keys are compared only among items with the same readers, so that a writer learns
   * nothing of items that they do not see. An item without an external id has its id for one.
   * An item of a session or source that was forgotten as a whole is `item/forgotten`, with an issue for each such item, unless
   * `again` is set. A repeated idempotency key returns the first receipts.
   */
  abstract write(
    author: Principal,
    items: readonly NewItem[],
    idempotency?: Idempotency,
    again?: Again,
  ): Promise<Receipt[]>;

  /**
   * Forgets an item: its text leaves the store and every answer at once. False when the scope sees no such item. For a writer, an
   * item of somebody else is `auth/forbidden`; managers and admins forget whatever the scope sees.
   */
  abstract forget(scope: Scope, author: Principal, kind: ItemKind, id: ItemId): Promise<boolean>;
}
