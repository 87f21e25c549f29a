import type { ItemId, Memory, OrgId, Scope } from '@cairn/contracts';

export type LinkKind = 'restates' | 'contradicts';

/** Two memories that say the same, or contradict each other; `newer` was stored later. */
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
 * Which active memories restate or contradict each other, by the one rule of `memoryLinkOf`. Links are made after a commit and made anew
 * with each change; nothing is merged for one. A link is there for those alone who see both ends, while both are active.
 */
export abstract class Links {
  /** Makes the links of a memory, as it is now, to those of these that it restates or contradicts; all others of it go. */
  abstract relink(orgId: OrgId, id: ItemId, candidates: readonly ItemId[]): Promise<void>;
  /** The links of these memories. */
  abstract of(scope: Scope, ids: readonly ItemId[]): Promise<Link[]>;
  /** All links, the newest memory first, after a pair if one is given. */
  abstract list(
    scope: Scope,
    page: {
      readonly kind?: LinkKind | undefined;
      readonly limit: number;
      readonly after?: readonly [newer: ItemId, older: ItemId] | undefined;
    },
  ): Promise<LinkedPair[]>;
}
