import type { ItemId, Memory, OrgId } from '@cairn/contracts';
import type { Scope } from '@cairn/domain';

export type LinkKind = 'restates' | 'contradicts';

/** Two memories that restate or contradict each other; `newer` was stored later. */
export interface LinkedPair {
  readonly kind: LinkKind;
  readonly newer: Memory;
  readonly older: Memory;
}

/** A memory and another that it is linked to. */
export interface Link {
  readonly id: ItemId;
  readonly other: ItemId;
  readonly kind: LinkKind;
}

/**
 * Links between active memories that restate or contradict each other, by the rule `memoryLinkOf`. Links are updated after each
 * commit of a memory. They never cause a merge. A reader sees a link if they see both memories, while both are active.
 */
export abstract class Links {
  /** Replaces the links of a memory by links to those candidates that it restates or contradicts. */
  abstract relink(orgId: OrgId, id: ItemId, candidates: readonly ItemId[]): Promise<void>;
  /** The links of these memories. */
  abstract of(scope: Scope, ids: readonly ItemId[]): Promise<Link[]>;
  /** All links, the newest memory first, after a given pair if any. */
  abstract list(
    scope: Scope,
    page: {
      readonly kind?: LinkKind | undefined;
      readonly limit: number;
      readonly after?: readonly [newer: ItemId, older: ItemId] | undefined;
    },
  ): Promise<LinkedPair[]>;
}
