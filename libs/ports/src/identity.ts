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
  /** The person who owns the new agent. Absent: the author if a person, otherwise the owner of the author. */
  readonly ownerId?: PrincipalId | undefined;
}

/** A key for an existing principal. `role` and `peers`, if given, limit the rights of the principal. */
interface KeyOfPrincipal {
  readonly principalId: PrincipalId;
  readonly role?: Role | undefined;
  readonly peers?: readonly string[] | undefined;
}

/** A key to create, for a new or an existing principal. */
export type NewKey = (NewPrincipal | KeyOfPrincipal) & {
  readonly orgId: OrgId;
  readonly label?: string | undefined;
  /** The time at which the key expires, epoch ms; absent: never. */
  readonly expiresAt?: number | undefined;
};

export interface Rotation {
  /** The time in ms for which the old key works in parallel with the new one; 0 revokes the old key at once. */
  readonly overlapMs: number;
  /** The time at which the new key expires, epoch ms; absent: never. */
  readonly expiresAt?: number | undefined;
}

/** Authentication of principals. Keys are 256 random bits, shown once and stored as SHA-256. */
export abstract class Identity {
  /**
   * Returns the principal of a key; undefined if the key is unknown, expired or revoked. A revocation takes effect within
   * seconds.
   */
  abstract authenticate(key: string): Promise<Principal | undefined>;
  /**
   * Returns the current principal of a key, or of an account of `SignIns`, that another service has verified. Returns
   * undefined if the key was revoked or has expired, or if the principal has left. Changes take effect within seconds.
   */
  abstract current(caller: Pick<Principal, 'orgId' | 'keyId'>): Promise<Principal | undefined>;
  /**
   * Creates a key. `author` is recorded in the audit; absent if the server itself creates the key. Throws
   * `principal/unknown` if the principal does not exist or has left, `request/invalid` if the key's rights exceed those of
   * the principal, `auth/forbidden` if the author is neither an admin nor a person who makes a key for an own agent. The key of
   * such a person's agent never exceeds their own key.
   */
  abstract createKey(key: NewKey, author?: Principal): Promise<{ key: string; summary: KeySummary }>;
  /**
   * Creates a new key with the same principal and rights. Returns undefined if the organisation has no such valid key, or if
   * the author is no admin and the key is not of an own agent.
   * Throws `key/last-admin` if the last admin key that never expires would get an expiry time.
   */
  abstract rotateKey(
    author: Principal,
    keyId: KeyId,
    rotation: Rotation,
  ): Promise<{ key: string; summary: KeySummary } | undefined>;
  /** Lists the keys of the organisation, or of one principal and their agents. */
  abstract keys(orgId: OrgId, whose?: PrincipalId): Promise<KeySummary[]>;
  /**
   * Revokes a key. Returns false if the author's organisation has no such key, if the key is already revoked, or if the author
   * is no admin and the key is not of an own agent. Throws `key/last-admin` for the last admin key that never expires, unless `force` is set; if two admins revoke each other's
   * keys at once, one gets the error.
   */
  abstract revokeKey(author: Principal, keyId: KeyId, options?: { readonly force?: boolean }): Promise<boolean>;
  /** Returns the settings of an organisation; the defaults for an organisation that has none or does not exist. */
  abstract settings(orgId: OrgId): Promise<OrganisationSettings>;
  /**
   * Changes settings; within seconds, `authenticate` returns principals with the new ones. A change is audited; setting an
   * equal value changes nothing.
   */
  abstract changeSettings(author: Principal, changes: SettingsRequest): Promise<void>;
  /** Returns the first organisation; creates it on the first start. */
  abstract firstOrganisation(): Promise<{ orgId: OrgId; created: boolean }>;
}
