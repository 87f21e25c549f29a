import type {
  Category,
  DecisionMeaning,
  IndexState,
  ItemId,
  ItemState,
  Norm,
  Principal,
  Revision,
  Scope,
  Store,
  Visibility,
} from '@cairn/contracts';
import type { Again, Derived, NewItem } from './item-writer.ts';

/** The fields of a memory that a change may set. Absent fields stay, `null` clears one. */
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
  /** Changes without a version: set alone, it makes no version, no revision and no event. */
  readonly strength?: number | undefined;
}

/** Who changes which version of which memory, and why. */
export interface Act {
  readonly scope: Scope;
  readonly author: Principal;
  readonly id: ItemId;
  /** The version that the change was decided on; any other is stale. */
  readonly ifVersion: number;
  readonly reason?: string | undefined;
  /** Whether a text that was forgotten for good is taken; `item/forgotten` without it. */
  readonly again?: Again | undefined;
}

/** The result of a change. */
export type Outcome =
  | {
      readonly outcome: 'done';
      readonly version: number;
      readonly state: ItemState;
      readonly index: IndexState;
    }
  /** Somebody was faster; this is the present version. */
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
 * writer changes what they wrote themselves, managers and admins whatever the scope sees (`auth/forbidden`). The content hash
 * stays that of what was sent.
 */
export abstract class Lifecycle {
  /** Sets fields. `derived` belongs to the memory as it will be. */
  abstract change(act: Act, fields: MemoryFields, derived: Derived): Promise<Outcome>;

  /** Archives a memory, or makes an archived one active again; `mergeKey` is its own. Repeating it changes nothing. */
  abstract setState(act: Act, state: 'active' | 'archived', mergeKey: string | undefined): Promise<Outcome>;

  /** Stores a successor with the readers of the old memory, which is superseded from then on. The outcome is that of the old memory. */
  abstract supersede(act: Act, successor: NewItem & { kind: 'memory' }): Promise<Outcome>;

  /**
   * Puts a stored memory in the place of another, which is superseded from then on; archived ones may be both. `item/unknown` if the
   * scope does not see the successor. `request/invalid` if somebody who reads the old memory does not read the successor, or if the
   * old memory stands in its place already, through however many others. Repeating it changes nothing. The outcome is that of the old memory.
   */
  abstract supersedeBy(act: Act, successor: ItemId): Promise<Outcome>;

  /**
   * Gives a memory wider readers: from private to a team or everyone, from a team to everyone. Anything else is `request/invalid`.
   * If the new readers already have it as another memory, it is `item/conflict`.
   */
  abstract share(act: Act, visibility: Visibility, mergeKey: string | undefined): Promise<Outcome>;

  /** The revisions of a memory that the scope sees, the newest first, only those below a version if one is given. */
  abstract revisions(
    scope: Scope,
    id: ItemId,
    page: { readonly limit: number; readonly below?: number },
  ): Promise<Revision[]>;

  /** The successions of these memories; those without one that the scope sees are left out. */
  abstract successions(scope: Scope, ids: readonly ItemId[]): Promise<Succession[]>;
}
