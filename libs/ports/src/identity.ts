import type {
  KeyId,
  KeySummary,
  OrganisationSettings,
  OrgId,
  Principal,
  PrincipalId,
  Role,
  SettingsRequest,
} from '@cairn/contracts';
import type { NewPrincipal } from './principals.ts';

export type { KeySummary };

/** A key for an existing principal: role and peers, if given, narrow what the principal may do. */
interface KeyOfPrincipal {
  readonly principalId: PrincipalId;
  readonly role?: Role | undefined;
  readonly peers?: readonly string[] | undefined;
}

/** A key, for a new or an existing principal. */
export type NewKey = (NewPrincipal | KeyOfPrincipal) & {
  readonly orgId: OrgId;
  readonly label?: string | undefined;
  /** Epoch ms. */
  readonly expiresAt?: number | undefined;
};

export interface Rotation {
  /** How long the old key works beside the new one; 0 revokes it at once. */
  readonly overlapMs: number;
  /** When the new key expires, epoch ms. */
  readonly expiresAt?: number | undefined;
}

/** Who is who. Keys are 256 random bits, shown once and stored as SHA-256. */
export abstract class Identity {
  /** The principal of a key, or nothing if it is unknown, expired or revoked. A revocation takes effect within seconds. */
  abstract authenticate(key: string): Promise<Principal | undefined>;
  /**
   * The current principal behind a key, or behind an account of `SignIns`, which another service has let in. Nothing if the key
   * was revoked or has expired, or the principal left. Like `authenticate`, it knows of a change within seconds.
   */
  abstract current(caller: Pick<Principal, 'orgId' | 'keyId'>): Promise<Principal | undefined>;
  /**
   * `author` is who asks for it, for the audit; absent when the server makes one by itself. `principal/unknown` where nobody
   * has the id, or they left; `request/invalid` for more than its principal may.
   */
  abstract createKey(key: NewKey, author?: Principal): Promise<{ key: string; summary: KeySummary }>;
  /**
   * Another key of the same principal with the same rights; nothing if the organisation has no such valid key. `key/last-admin` where
   * the last admin key without an end would get one.
   */
  abstract rotateKey(
    author: Principal,
    keyId: KeyId,
    rotation: Rotation,
  ): Promise<{ key: string; summary: KeySummary } | undefined>;
  abstract keys(orgId: OrgId): Promise<KeySummary[]>;
  /**
   * False when the author's organisation has no such key, or it was revoked before. Revoking the last admin key without an end is
   * `key/last-admin` unless `force` is set; when two admins revoke each other's key at once, one of them gets it.
   */
  abstract revokeKey(author: Principal, keyId: KeyId, options?: { readonly force?: boolean }): Promise<boolean>;
  /** The settings of an organisation; an unknown organisation has none. */
  abstract settings(orgId: OrgId): Promise<OrganisationSettings>;
  /**
   * Takes effect within seconds, with the principals that `authenticate` returns. A change is audited; setting the same again is
   * no change.
   */
  abstract changeSettings(author: Principal, changes: SettingsRequest): Promise<void>;
  /** The first organisation, made on the first start; later starts find it. */
  abstract firstOrganisation(): Promise<{ orgId: OrgId; created: boolean }>;
}
