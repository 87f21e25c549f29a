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
      /** The knowledge base of a memory that is a chunk. */
      readonly knowledgeBase?: KnowledgeBaseId | undefined;
    };

/**
 * Fields computed from an item when it is written. `TextFeatureStore` recomputes the text features after their rules have
 * changed.
 */
export interface Derived extends TextFeatures {
  /** SHA-256 of everything that the caller sent except the external id. Two items with equal hashes count as the same. */
  readonly contentHash: string;
  /**
   * The merge key of a memory without an external id: a memory with an equal key is merged into the stored one. Absent:
   * never merged.
   */
  readonly mergeKey?: string | undefined;
  /** The digest of the statement of a memory (`statementKey` of `@cairn/store`). Absent: no statement. */
  readonly statement?: string | undefined;
}

export interface Idempotency {
  readonly key: string;
  /** SHA-256 of the request. The same key with another hash is `idempotency/mismatch`. */
  readonly requestHash: string;
}

/**
 * Permits storing again what was forgotten: by the author (`own`), or by anybody (`all`). Afterwards it no longer counts as
 * forgotten.
 */
export type Overwrite = 'own' | 'all';

/**
 * Writes items. Once a command is acknowledged, all of it is on disk, with its outbox event, idempotency key and audit row;
 * a failed command has stored nothing.
 */
export abstract class ItemWriter {
  /**
   * Stores all items or none, and returns receipts in the order of the items. If the external id of an item exists with the
   * same content, or its merge key exists, its receipt is that of the existing item (`created: false`). Content is the same
   * if it equals what was sent before or what is stored now. An external id with other content is `item/conflict`. Both
   * keys are compared only among items with the same readers, so that a writer learns nothing of hidden items. The id of an
   * item without an external id is used as its external id. An item of a session or source that was forgotten as a whole is
   * `item/forgotten`, with an issue for each such item, unless `overwrite` is set. A repeated idempotency key returns the
   * receipts of the first call.
   */
  abstract write(
    author: Principal,
    items: readonly NewItem[],
    idempotency?: Idempotency,
    overwrite?: Overwrite,
  ): Promise<Receipt[]>;

  /**
   * Forgets an item: the store and all answers lose its text at once. Returns false if the scope sees no such item. Throws
   * `auth/forbidden` if a writer forgets another author's item; managers and admins forget whatever the scope sees.
   */
  abstract forget(scope: Scope, author: Principal, kind: ItemKind, id: ItemId): Promise<boolean>;
}
