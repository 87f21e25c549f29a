import type { Category, DecisionMeaning, IndexState, ItemId, ItemState, Norm, Store } from '@cairn/contracts';
import type { Principal, Scope } from '@cairn/domain';
import type { Overwrite } from '@cairn/ports';

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
  readonly author: Pick<Principal, 'orgId' | 'principalId' | 'keyId' | 'role'>;
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
