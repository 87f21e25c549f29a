import type { ItemId, Memory, OrgId } from '@cairn/contracts';
import type { Scope } from '@cairn/domain';

export type LinkKind = 'restates' | 'contradicts';

/** Two memories that restate or contradict each other; `newer` was stored later. */
export interface LinkedPair {
  readonly kind: LinkKind;
  readonly newer: Memory;
  readonly older: Memory;
}

/** A link from a memory (`id`) to another one. */
export interface Link {
  readonly id: ItemId;
  readonly other: ItemId;
  readonly kind: LinkKind;
}

/**
 * Links between active memories that restate or contradict each other (`memoryLinkOf` is the rule). Links are updated after
 * each commit of a memory, and never cause a merge. A reader sees a link if both memories are active and visible to the
 * reader.
 */
export abstract class Links {
  /** Replaces the links of a memory: links it to those candidates that it restates or contradicts. */
  abstract relink(orgId: OrgId, id: ItemId, candidates: readonly ItemId[]): Promise<void>;
  /** The links of these memories. */
  abstract of(scope: Scope, ids: readonly ItemId[]): Promise<Link[]>;
  /** Lists all links, those of the newest memory first; only those after a given pair, if any. */
  abstract list(
    scope: Scope,
    page: {
      readonly kind?: LinkKind | undefined;
      readonly limit: number;
      readonly after?: readonly [newer: ItemId, older: ItemId] | undefined;
    },
  ): Promise<LinkedPair[]>;
}
