import type { OrgId, Principal, Role } from '@cairn/contracts';

/** What the identity provider of a company says of somebody, checked. What it does not say stays as Cairn has it. */
export interface Vouched {
  readonly issuer: string;
  /** Who they are at the issuer, for ever. */
  readonly subject: string;
  /** When the issuer said so, epoch ms: of two that differ, the later holds. */
  readonly issuedAt: number;
  /** What they are called when they come first. */
  readonly name: string;
  /** Absent: the first organisation. */
  readonly orgId?: OrgId | undefined;
  /** What they may do; `none`: they may not come in. Absent: what Cairn has, and `firstRole` when they come first. */
  readonly role?: Role | 'none' | undefined;
  readonly firstRole: Role | 'none';
  /** Names of the teams that they are in; those that the organisation has not are passed over. Absent: what Cairn has. */
  readonly teams?: readonly string[] | undefined;
}

/** People who come with a token of their company's identity provider rather than with a key. */
export abstract class SignIns {
  /**
   * Who they are here: a principal that is made when they come first, with the role and the teams that are said. The id in the
   * place of the key's is that of the account. Nothing where there is no such organisation, they left, or they may not come in.
   * What an admin changes takes effect within seconds.
   */
  abstract principalOf(vouched: Vouched): Promise<Principal | undefined>;
}
