import type { ItemId } from '@cairn/contracts';
import type { Scope } from '@cairn/domain';

/** Data of a memory for a preflight, beside its text. */
export interface StoredRuling {
  readonly id: ItemId;
  readonly version: number;
  /** The actions that it is about, as its writer gave them. */
  readonly triggers: readonly string[];
  /** Whether a person, a manager or an admin wrote it. */
  readonly isTrusted: boolean;
}

/** The rule of a memory at a version, as its reader wrote it. */
export interface StoredRule {
  readonly id: ItemId;
  readonly version: number;
  readonly rule: string;
}

/** Data of memories for a preflight, beside their texts. */
export abstract class Rulings {
  /** The active memories that the scope sees and whose norms or triggers an action with these words can meet. */
  abstract matching(scope: Scope, words: ReadonlySet<string>): Promise<StoredRuling[]>;

  /** Rulings of the items among these that the scope sees. */
  abstract of(scope: Scope, ids: readonly ItemId[]): Promise<StoredRuling[]>;

  /** Rules of the items among these that the scope sees and that today's reader has read. */
  abstract rules(scope: Scope, ids: readonly ItemId[]): Promise<StoredRule[]>;
}
