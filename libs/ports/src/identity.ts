import type {
  KeyId,
  KeySummary,
  OrganisationSettings,
  OrgId,
  PrincipalId,
  PrincipalKind,
  Role,
  SettingsRequest,
} from '@cairn/contracts';
import type { Principal } from '@cairn/domain';

export type { KeySummary };

export interface NewPrincipal {
  readonly name: string;
  readonly kind: PrincipalKind;
  readonly role: Role;
  readonly peers: readonly string[];
}

/** A key for an existing principal; role and peers, if given, limit the rights of the principal. */
interface KeyOfPrincipal {
  readonly principalId: PrincipalId;
  readonly role?: Role | undefined;
  readonly peers?: readonly string[] | undefined;
}

/** A key, for a new or an existing principal. */
export type NewKey = (NewPrincipal | KeyOfPrincipal) & {
  readonly orgId: OrgId;
  readonly label?: string | undefined;
  /** When the key expires, epoch ms. */
  readonly expiresAt?: number | undefined;
};

export interface Rotation {
  /** How long the old key works beside the new one, ms; 0 revokes it at once. */
  readonly overlapMs: number;
  /** When the new key expires, epoch ms. */
  readonly expiresAt?: number | undefined;
}

/** Authentication of principals. Keys are 256 random bits, shown once and stored as SHA-256. */
export abstract class Identity {
  /** The principal of a key; undefined if it is unknown, expired or revoked. A revocation takes effect within seconds. */
  abstract authenticate(key: string): Promise<Principal | undefined>;
  /**
   * The current principal of a key, or of an account of `SignIns`, which another service has verified. Undefined if the key was
   * revoked or has expired, or the principal left. Changes take effect within seconds, as for `authenticate`.
   */
  abstract current(caller: Pick<Principal, 'orgId' | 'keyId'>): Promise<Principal | undefined>;
  /**
   * Creates a key. `author` is recorded in the audit; absent when the server itself creates one. Throws `principal/unknown` for an
   * unknown principal or one who left, `request/invalid` for rights beyond those of the principal.
   */
  abstract createKey(key: NewKey, author?: Principal): Promise<{ key: string; summary: KeySummary }>;
  /**
   * Creates another key with the same principal and rights; undefined if the organisation has no such valid key. Throws
   * `key/last-admin` if the last admin key without an end would get one.
   */
  abstract rotateKey(
    author: Principal,
    keyId: KeyId,
    rotation: Rotation,
  ): Promise<{ key: string; summary: KeySummary } | undefined>;
  abstract keys(orgId: OrgId): Promise<KeySummary[]>;
  /**
   * Revokes a key. Returns false when the author's organisation has no such key, or it is revoked already. Throws `key/last-admin` for
   * the last admin key without an end, unless `force` is set; of two admins who revoke each other's key at once, one gets the error.
   */
  abstract revokeKey(author: Principal, keyId: KeyId, options?: { readonly force?: boolean }): Promise<boolean>;
  /** The settings of an organisation; an unknown organisation has none. */
  abstract settings(orgId: OrgId): Promise<OrganisationSettings>;
  /**
   * Changes settings, with effect within seconds on the principals that `authenticate` returns. A change is audited; setting an
   * equal value is no change.
   */
  abstract changeSettings(author: Principal, changes: SettingsRequest): Promise<void>;
  /** The first organisation, created on the first start and found on later ones. */
  abstract firstOrganisation(): Promise<{ orgId: OrgId; created: boolean }>;
}
