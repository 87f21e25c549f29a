import type { Category, DecisionMeaning, IndexState, ItemId, ItemState, Norm, Store } from '@cairn/contracts';
import type { Principal, Scope } from '@cairn/domain';
import type { Overwrite } from '@cairn/ports';

/** The fields of a memory that a change may set. An absent field stays, null clears a field. */
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
  readonly project?: string | null | undefined;
  readonly actionTriggers?: readonly string[] | undefined;
  readonly forbids?: readonly Norm[] | undefined;
  readonly instead?: readonly string[] | undefined;
  readonly decides?: DecisionMeaning | null | undefined;
  readonly value?: string | null | undefined;
  readonly provenance?: Readonly<Record<string, string>> | undefined;
  /** Sets the strength. A change of strength alone makes no version, no revision and no event. */
  readonly strength?: number | undefined;
}

/** A change to one version of a memory, with its author and reason. */
export interface MemoryAct {
  readonly scope: Scope;
  readonly author: Pick<Principal, 'orgId' | 'principalId' | 'keyId' | 'kind' | 'role' | 'ownerId' | 'agents'>;
  readonly id: ItemId;
  /** The version that the change is based on. If the memory has another version, the outcome is `stale`. */
  readonly ifVersion: number;
  readonly reason?: string | undefined;
  /** Whether a text that was forgotten for good may be stored again; if absent, storing it throws `item/forgotten`. */
  readonly overwrite?: Overwrite | undefined;
}

/** The result of a change. */
export type ActOutcome =
  | {
      readonly outcome: 'done';
      readonly version: number;
      readonly state: ItemState;
      readonly index: IndexState;
    }
  /** Another change was faster; `version` is the current version. */
  | { readonly outcome: 'stale'; readonly version: number }
  /** The memory already has a successor; `by` is absent if the scope does not see the successor. */
  | { readonly outcome: 'superseded'; readonly by?: ItemId | undefined }
  /** The memory does not exist, or the scope does not see it. */
  | { readonly outcome: 'unknown' };
