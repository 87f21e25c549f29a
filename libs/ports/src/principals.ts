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

/** What becomes of what is private to somebody who leaves: one of both. */
export interface Leaving {
  /** Who gets their memories. */
  readonly heir?: PrincipalId | undefined;
  /** The id of the act that forgets their memories and messages, as `Forgetting` has it. */
  readonly forgetId?: string | undefined;
  /** Though no admin key is left then. */
  readonly force?: boolean;
}

export interface PrincipalLeft {
  readonly keysRevoked: number;
  /** Memories. */
  readonly handedOver: number;
}

/** The people and agents of an organisation, apart from their keys. */
export abstract class Principals {
  abstract list(orgId: OrgId): Promise<PrincipalSummary[]>;
  /** Of the author's organisation. */
  abstract create(author: Principal, principal: NewPrincipal): Promise<PrincipalSummary>;
  /**
   * Their keys follow, so far as they are not narrower; nothing where the author's organisation has nobody of this id.
   * `key/last-admin` where no admin key would be left, unless `force` is set.
   */
  abstract change(
    author: Principal,
    principalId: PrincipalId,
    changes: PrincipalChange,
    options?: { readonly force?: boolean },
  ): Promise<PrincipalSummary | undefined>;
  /**
   * Their keys are revoked and they are in no team; nothing where the author's organisation never had anybody of this id.
   * Private memories go to the heir in pages, each with a version of its own: one that has left again does what is left to do.
   * `principal/unknown` where the heir is not here, `key/last-admin` as for `change`.
   */
  abstract leave(author: Principal, principalId: PrincipalId, leaving: Leaving): Promise<PrincipalLeft | undefined>;
}
