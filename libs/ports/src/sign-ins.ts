import type { OrgId, Role } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';

/** Verified claims of a company's identity provider about a person. Absent claims leave Cairn's own data as they are. */
export interface VerifiedClaims {
  readonly issuer: string;
  /** The subject id at the issuer, which never changes. */
  readonly subject: string;
  /** When the issuer made the claims, epoch ms. Later claims override earlier ones. */
  readonly issuedAt: number;
  /** The name for a new principal. */
  readonly name: string;
  /** The organisation; absent for the first one. */
  readonly orgId?: OrgId | undefined;
  /** The role; `none` refuses the person. Absent: the role that Cairn has, or `firstRole` for a new principal. */
  readonly role?: Role | 'none' | undefined;
  readonly firstRole: Role | 'none';
  /** Names of teams; names unknown to the organisation are ignored. Absent: the teams that Cairn has. */
  readonly teams?: readonly string[] | undefined;
}

/** Sign-in with a token of the company's identity provider in place of a key. */
export abstract class SignIns {
  /**
   * The principal of these claims, created at the first sign-in with their role and teams. Its key id is the id of the account.
   * Undefined if there is no such organisation, the person left, or the claims refuse them. Changes by an admin take effect within
   * seconds.
   */
  abstract principalOf(verified: VerifiedClaims): Promise<Principal | undefined>;
}
