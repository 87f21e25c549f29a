import type { OrgId, PrincipalChange, PrincipalId, PrincipalKind, PrincipalSummary, Role } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';

export interface NewPrincipal {
  readonly name: string;
  readonly kind: PrincipalKind;
  readonly role: Role;
  readonly peers: readonly string[];
}

/** The fate of the private items of a principal who leaves: an heir, or an act of forgetting. */
export interface Leaving {
  /** The principal who receives their memories. */
  readonly heir?: PrincipalId | undefined;
  /** The id of the act that forgets their memories and messages (see `Forgetting`). */
  readonly forgetId?: string | undefined;
  /** Removes them even if no admin key is left then. */
  readonly force?: boolean;
}

export interface PrincipalLeft {
  readonly keysRevoked: number;
  /** The number of memories. */
  readonly handedOver: number;
}

/** The people and agents of an organisation. Their keys are in `Identity`. */
export abstract class Principals {
  abstract list(orgId: OrgId): Promise<PrincipalSummary[]>;
  /** Adds a principal to the author's organisation. */
  abstract create(author: Principal, principal: NewPrincipal): Promise<PrincipalSummary>;
  /**
   * Changes a principal; their keys follow, unless those are narrower. Returns undefined if the author's organisation has no such
   * principal. Throws `key/last-admin` if no admin key would be left, unless `force` is set.
   */
  abstract change(
    author: Principal,
    principalId: PrincipalId,
    changes: PrincipalChange,
    options?: { readonly force?: boolean },
  ): Promise<PrincipalSummary | undefined>;
  /**
   * Removes a principal: revokes their keys and removes them from all teams. Returns undefined if the organisation never had them.
   * Private memories go to the heir in pages, each with a new version; a repeated call continues. Throws `principal/unknown` if there
   * is no such heir, `key/last-admin` as `change` does.
   */
  abstract leave(author: Principal, principalId: PrincipalId, leaving: Leaving): Promise<PrincipalLeft | undefined>;
}
