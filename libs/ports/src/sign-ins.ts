import type { OrgId, Role } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';

/**
 * Claims of a company's identity provider about a person, after verification. An absent claim leaves Cairn's own data
 * unchanged.
 */
export interface VerifiedClaims {
  readonly issuer: string;
  /** The id of the person at the issuer, which never changes. */
  readonly subject: string;
  /** The time at which the issuer made the claims, epoch ms. Later claims override earlier ones. */
  readonly issuedAt: number;
  /** The name that a new principal gets. */
  readonly name: string;
  /** The organisation of the person; absent: the first organisation. */
  readonly orgId?: OrgId | undefined;
  /**
   * The role of the person; `none` refuses the sign-in. Absent: the role that Cairn has stored, or `firstRole` for a new
   * principal.
   */
  readonly role?: Role | 'none' | undefined;
  readonly firstRole: Role | 'none';
  /**
   * Names of the person's teams; names unknown to the organisation are ignored. Absent: the teams that Cairn has stored.
   */
  readonly teams?: readonly string[] | undefined;
}

/** Sign-in with a token of the company's identity provider in place of a key. */
export abstract class SignIns {
  /**
   * Returns the principal for these claims, and creates it, with role and teams, at the first sign-in. The key id of the
   * principal is the id of the account. Returns undefined if the organisation does not exist, the person has left, or the
   * claims refuse the sign-in. Changes by an admin take effect within seconds.
   */
  abstract principalOf(verified: VerifiedClaims): Promise<Principal | undefined>;
}
