import type {
  Category,
  IndexState,
  ItemId,
  ItemState,
  Principal,
  Revision,
  Scope,
  Store,
  Visibility,
} from '@cairn/contracts';
import type { Derived, NewItem } from './truth.ts';

/** The parts of a memory that a change may set; those that are absent stay, `null` takes one away. */
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
  readonly provenance?: Readonly<Record<string, string>> | undefined;
  /** It moves by itself: alone, it makes no version, no revision and no event. */
  readonly strength?: number | undefined;
}

/** Who does something to which memory, on which version of it, and why. */
export interface Act {
  readonly scope: Scope;
  readonly author: Principal;
  readonly id: ItemId;
  /** The version that it was decided on; any other is stale. */
  readonly ifVersion: number;
  readonly reason?: string | undefined;
}

/** What came of it. */
export type Outcome =
  | {
      readonly outcome: 'done';
      readonly version: number;
      readonly state: ItemState;
      readonly index: IndexState;
    }
  /** Somebody was faster: the present version. */
  | { readonly outcome: 'stale'; readonly version: number }
  /** It has a successor already; absent where the scope does not see that. */
  | { readonly outcome: 'superseded'; readonly by?: ItemId | undefined }
  /** The scope sees no such memory. */
  | { readonly outcome: 'unknown' };

/** Which memory stands in the place of which, as far as the scope sees both. */
export interface Succession {
  readonly id: ItemId;
  readonly supersededBy?: ItemId | undefined;
  readonly supersedes?: ItemId | undefined;
}

/**
 * What happens to a memory after it was written. Each act is one commit: the row, its former text as a revision, its links,
 * events and audit, or nothing. A writer changes what they wrote themselves, managers and admins whatever the scope sees
 * (`auth/forbidden`). The hash that makes two sendings the same stays that of what was sent.
 */
export abstract class Lifecycle {
  /** Sets fields. `derived` is of the memory as it will be. */
  abstract change(act: Act, fields: MemoryFields, derived: Derived): Promise<Outcome>;

  /** Archives a memory, or makes an archived one active again; `mergeKey` is its own. What is in that state already is done. */
  abstract setState(act: Act, state: 'active' | 'archived', mergeKey: string | undefined): Promise<Outcome>;

  /** Stores a successor for the readers of the old memory, which is superseded from then on. The outcome is that of the old one. */
  abstract supersede(act: Act, successor: NewItem & { kind: 'memory' }): Promise<Outcome>;

  /**
   * Gives a memory wider readers: of a private one, a team or everyone; of a team's, everyone. Anything else is `request/invalid`,
   * and what they know already as another memory `item/conflict`.
   */
  abstract share(act: Act, visibility: Visibility, mergeKey: string | undefined): Promise<Outcome>;

  /** The former texts of a memory that the scope sees, the newest first, below a version if one is given. */
  abstract revisions(
    scope: Scope,
    id: ItemId,
    page: { readonly limit: number; readonly below?: number },
  ): Promise<Revision[]>;

  /** Of those of these memories that have a successor or a predecessor which the scope sees. */
  abstract successions(scope: Scope, ids: readonly ItemId[]): Promise<Succession[]>;
}
