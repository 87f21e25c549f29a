import type { KeyId, KeySummary, OrganisationSettings, OrgId, Principal, Role } from '@cairn/contracts';

export type { KeySummary };

export interface NewKey {
  readonly orgId: OrgId;
  readonly name: string;
  readonly kind: 'person' | 'agent';
  readonly role: Role;
  readonly peers: readonly string[];
}

/** Who is who. Keys are 256 random bits, shown once and stored as SHA-256. */
export abstract class Identity {
  /** The principal of a key, or nothing if it is unknown or revoked. A revocation takes effect within seconds. */
  abstract authenticate(key: string): Promise<Principal | undefined>;
  /** `author` is who asks for it, for the audit; absent when the server makes one by itself. */
  abstract createKey(key: NewKey, author?: Principal): Promise<{ key: string; summary: KeySummary }>;
  abstract keys(orgId: OrgId): Promise<KeySummary[]>;
  /**
   * False when the author's organisation has no such key, or it was revoked before. The last admin key is
   * `key/last-admin` unless `force` is set; of two that revoke each other's, one is told so.
   */
  abstract revokeKey(author: Principal, keyId: KeyId, options?: { readonly force?: boolean }): Promise<boolean>;
  /** What the organisation has decided for itself; one that is unknown has decided nothing. */
  abstract settings(orgId: OrgId): Promise<OrganisationSettings>;
  /** Takes effect within seconds, by the principals that `authenticate` gives. A change is audited, the same again is none. */
  abstract changeSettings(author: Principal, settings: OrganisationSettings): Promise<void>;
  /** The first organisation, made on the first start; later starts find it. */
  abstract firstOrganisation(): Promise<{ orgId: OrgId; created: boolean }>;
}
