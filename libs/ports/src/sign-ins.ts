import type { OrgId, Principal, Role } from '@cairn/contracts';

/** Checked claims of a company's identity provider about a person. Whatever they do not say stays as Cairn has it. */
export interface VerifiedClaims {
  readonly issuer: string;
  /** The subject at the issuer, which never changes. */
  readonly subject: string;
  /** When the issuer made the claims, epoch ms. The later ones hold. */
  readonly issuedAt: number;
  /** The name for a new principal. */
  readonly name: string;
  /** Absent: the first organisation. */
  readonly orgId?: OrgId | undefined;
  /** The role; `none` refuses them. Absent: the role that Cairn has, or `firstRole` for a new principal. */
  readonly role?: Role | 'none' | undefined;
  readonly firstRole: Role | 'none';
  /** Names of their teams; teams that the organisation does not have are ignored. Absent: the teams that Cairn has. */
  readonly teams?: readonly string[] | undefined;
}

/** Sign-in with a token of the company's identity provider in place of a key. */
export abstract class SignIns {
  /**
   * The principal of these claims, which is made at the first sign-in with their role and teams. Its key id is the id of the
   * account. Undefined if there is no such organisation, the person left, or they may not come in. Changes by an admin take effect
   * within seconds.
   */
  abstract principalOf(verified: VerifiedClaims): Promise<Principal | undefined>;
}
