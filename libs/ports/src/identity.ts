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

/** A key of somebody who is known: role and peers, where given, narrow what its principal may. */
interface KeyOfPrincipal {
  readonly principalId: PrincipalId;
  readonly role?: Role | undefined;
  readonly peers?: readonly string[] | undefined;
}

/** A key, of somebody new or of somebody who is known. */
export type NewKey = (NewPrincipal | KeyOfPrincipal) & {
  readonly orgId: OrgId;
  readonly label?: string | undefined;
  /** Epoch ms. */
  readonly expiresAt?: number | undefined;
};

export interface Rotation {
  /** How long the old key works beside the new one; 0 revokes it at once. */
  readonly overlapMs: number;
  /** Of the new one, epoch ms. */
  readonly expiresAt?: number | undefined;
}

/** Who is who. Keys are 256 random bits, shown once and stored as SHA-256. */
export abstract class Identity {
  /** The principal of a key, or nothing if it is unknown, expired or revoked. A revocation takes effect within seconds. */
  abstract authenticate(key: string): Promise<Principal | undefined>;
  /**
   * Who somebody is now whom a neighbour has let in by this key, or by this account of `SignIns`; nothing if it was revoked,
   * has expired or they left. As `authenticate`, it knows of a change within seconds.
   */
  abstract current(caller: Pick<Principal, 'orgId' | 'keyId'>): Promise<Principal | undefined>;
  /**
   * `author` is who asks for it, for the audit; absent when the server makes one by itself. `principal/unknown` where nobody
   * has the id, or they left; `request/invalid` for more than its principal may.
   */
  abstract createKey(key: NewKey, author?: Principal): Promise<{ key: string; summary: KeySummary }>;
  /** Another key of the same principal, with what the old one may; nothing where the organisation has no such key that works. */
  abstract rotateKey(
    author: Principal,
    keyId: KeyId,
    rotation: Rotation,
  ): Promise<{ key: string; summary: KeySummary } | undefined>;
  abstract keys(orgId: OrgId): Promise<KeySummary[]>;
  /**
   * False when the author's organisation has no such key, or it was revoked before. The last admin key is
   * `key/last-admin` unless `force` is set; of two that revoke each other's, one is told so.
   */
  abstract revokeKey(author: Principal, keyId: KeyId, options?: { readonly force?: boolean }): Promise<boolean>;
  /** What the organisation has decided for itself; one that is unknown has decided nothing. */
  abstract settings(orgId: OrgId): Promise<OrganisationSettings>;
  /** Takes effect within seconds, by the principals that `authenticate` gives. A change is audited, the same again is none. */
  abstract changeSettings(author: Principal, changes: SettingsRequest): Promise<void>;
  /** The first organisation, made on the first start; later starts find it. */
  abstract firstOrganisation(): Promise<{ orgId: OrgId; created: boolean }>;
}
