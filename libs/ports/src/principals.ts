import type {
  OrgId,
  Principal,
  PrincipalChange,
  PrincipalId,
  PrincipalKind,
  PrincipalSummary,
  Role,
} from '@cairn/contracts';

export interface NewPrincipal {
  readonly name: string;
  readonly kind: PrincipalKind;
  readonly role: Role;
  readonly peers: readonly string[];
}

/** What happens to the private items of somebody who leaves: one of the two. */
export interface Leaving {
  /** The heir of their memories. */
  readonly heir?: PrincipalId | undefined;
  /** The id of the act that forgets their memories and messages (see `Forgetting`). */
  readonly forgetId?: string | undefined;
  /** Do it even if no admin key is left then. */
  readonly force?: boolean;
}

export interface PrincipalLeft {
  readonly keysRevoked: number;
  /** How many memories. */
  readonly handedOver: number;
}

/** The people and agents of an organisation. Their keys are apart (see `Identity`). */
export abstract class Principals {
  abstract list(orgId: OrgId): Promise<PrincipalSummary[]>;
  /** All principals of the author's organisation. */
  abstract create(author: Principal, principal: NewPrincipal): Promise<PrincipalSummary>;
  /**
   * Changes a principal; their keys follow, unless those are narrower. Undefined if the author's organisation has no such
   * principal. `key/last-admin` if no admin key would be left, unless `force` is set.
   */
  abstract change(
    author: Principal,
    principalId: PrincipalId,
    changes: PrincipalChange,
    options?: { readonly force?: boolean },
  ): Promise<PrincipalSummary | undefined>;
  /**
   * Removes a principal: their keys are revoked, and they leave all teams. Undefined if the author's organisation never had them.
   * Private memories go to the heir in pages, each with a new version; doing it again continues. `principal/unknown` if there is
   * no such heir, `key/last-admin` as for `change`.
   */
  abstract leave(author: Principal, principalId: PrincipalId, leaving: Leaving): Promise<PrincipalLeft | undefined>;
}
