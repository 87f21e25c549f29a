import type { ItemId, Memory, OrgId, Scope } from '@cairn/contracts';

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
 * Which active memories restate or contradict each other, by the rule `memoryLinkOf`. Links are made after a commit and again
 * after each change. Nothing is merged because of a link. A link is seen by those who see both ends, while both are active.
 */
export abstract class Links {
  /** Replaces the links of a memory by those to the given memories that it restates or contradicts. */
  abstract relink(orgId: OrgId, id: ItemId, candidates: readonly ItemId[]): Promise<void>;
  /** The links of these memories. */
  abstract of(scope: Scope, ids: readonly ItemId[]): Promise<Link[]>;
  /** All links, the newest memory first, after a given pair if there is one. */
  abstract list(
    scope: Scope,
    page: {
      readonly kind?: LinkKind | undefined;
      readonly limit: number;
      readonly after?: readonly [newer: ItemId, older: ItemId] | undefined;
    },
  ): Promise<LinkedPair[]>;
}
