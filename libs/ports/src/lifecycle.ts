import type {
  Category,
  DecisionMeaning,
  IndexState,
  ItemId,
  ItemState,
  Norm,
  Revision,
  Store,
  Visibility,
} from '@cairn/contracts';
import type { Principal, Scope } from '@cairn/domain';
import type { Overwrite, Derived, NewItem } from './item-writer.ts';

/** The fields of a memory that a change may set. Absent fields stay, `null` clears a field. */
export interface MemoryFields {
  readonly title?: string | undefined;
  readonly content?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly store?: Store | undefined;
  readonly category?: Category | undefined;
  readonly confidence?: number | undefined;
  readonly valence?: number | undefined;
  readonly arousal?: number | undefined;
  readonly validFrom?: number | null | undefined;
  readonly validTo?: number | null | undefined;
  readonly subject?: string | null | undefined;
  readonly attribute?: string | null | undefined;
  readonly actionTriggers?: readonly string[] | undefined;
  readonly forbids?: readonly Norm[] | undefined;
  readonly instead?: readonly string[] | undefined;
  readonly decides?: DecisionMeaning | null | undefined;
  readonly value?: string | null | undefined;
  readonly provenance?: Readonly<Record<string, string>> | undefined;
  /** A change of strength alone makes no version, no revision and no event. */
  readonly strength?: number | undefined;
}

/** A change of one version of a memory, with its author and reason. */
export interface Act {
  readonly scope: Scope;
  readonly author: Principal;
  readonly id: ItemId;
  /** The version that the change is based on; the change is stale when the memory has another one. */
  readonly ifVersion: number;
  readonly reason?: string | undefined;
  /** Whether a text that was forgotten for good is accepted; `item/forgotten` otherwise. */
  readonly overwrite?: Overwrite | undefined;
}

/** The result of a change. */
export type Outcome =
  | {
      readonly outcome: 'done';
      readonly version: number;
      readonly state: ItemState;
      readonly index: IndexState;
    }
  /** Another change was faster; this is the current version. */
  | { readonly outcome: 'stale'; readonly version: number }
  /** It already has this successor; absent if the scope does not see that one. */
  | { readonly outcome: 'superseded'; readonly by?: ItemId | undefined }
  /** The scope sees no such memory. */
  | { readonly outcome: 'unknown' };

/** The predecessors and the successor of a memory, as far as the scope sees them. */
export interface Succession {
  readonly id: ItemId;
  readonly supersededBy?: ItemId | undefined;
  /** The highest id first; absent: none. */
  readonly supersedes?: readonly ItemId[] | undefined;
}

/**
 * Changes of a memory after it was written. Each is one commit of the row, its revision, links, events and audit, or nothing. A
 * writer changes their own memories, managers and admins whatever the scope sees (`auth/forbidden` otherwise). The content hash
 * stays that of the text as sent.
 */
export abstract class Lifecycle {
  /** Sets fields. `derived` belongs to the changed memory. */
  abstract change(act: Act, fields: MemoryFields, derived: Derived): Promise<Outcome>;

  /** Archives a memory, or activates an archived one; `mergeKey` is its own. Repeating it changes nothing. */
  abstract setState(act: Act, state: 'active' | 'archived', mergeKey: string | undefined): Promise<Outcome>;

  /** Stores a successor with the readers of the old memory, which becomes superseded. Returns the outcome for the old memory. */
  abstract supersede(act: Act, successor: NewItem & { kind: 'memory' }): Promise<Outcome>;

  /**
   * Makes a stored memory the successor of another, which becomes superseded; either may be archived. Throws `item/unknown` if the
   * scope does not see the successor, `request/invalid` if a reader of the old memory cannot read the successor, or if the old memory
   * is a direct or indirect successor of the new one. Repeating it changes nothing. Returns the outcome for the old memory.
   */
  abstract supersedeBy(act: Act, successor: ItemId): Promise<Outcome>;

  /**
   * Gives a memory wider readers: from private to a team or everyone, from a team to everyone. Anything else is `request/invalid`.
   * Throws `item/conflict` if the new readers already have another memory with its keys.
   */
  abstract share(act: Act, visibility: Visibility, mergeKey: string | undefined): Promise<Outcome>;

  /** The revisions of a memory that the scope sees, the newest first; only those before a version, if given. */
  abstract revisions(
    scope: Scope,
    id: ItemId,
    page: { readonly limit: number; readonly below?: number },
  ): Promise<Revision[]>;

  /** The successions of these memories, except memories without one that the scope sees. */
  abstract successions(scope: Scope, ids: readonly ItemId[]): Promise<Succession[]>;
}
