import type { ItemId, OrgId, UseKind, Uses } from '@cairn/contracts';
import type { Filter, Scope } from '@cairn/domain';

/** Uses of one memory in one kind of answer since the counts were last stored. */
export interface CountedUses {
  readonly memoryId: ItemId;
  readonly kind: UseKind;
  readonly times: number;
}

/**
 * The number of answers in which each memory was returned. Counts change no version and are no event. They are approximate: a process
 * that is killed loses what it has not stored, and a memory that is being written just then is not counted.
 */
export abstract class UseCounts {
  /** Adds uses of memories of an organisation without waiting for their writers. Ids of other items and of forgotten memories are ignored. */
  abstract add(orgId: OrgId, uses: readonly CountedUses[]): Promise<void>;
  /** The uses by all callers; one entry for each of the memories that the scope sees and that was used. */
  abstract of(scope: Scope, memoryIds: readonly ItemId[]): Promise<(Uses & { readonly id: ItemId })[]>;
  /** The memories of the scope and the filter that one kind of answer returned most often, the most used first. */
  abstract most(scope: Scope, filter: Filter & { kind: 'memory' }, limit: number): Promise<ItemId[]>;
}
