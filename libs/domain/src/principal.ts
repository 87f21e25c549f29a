import type { KeyId, KnowledgeBaseId, OrgId, PrincipalId, Role, Quota, TeamId } from '@cairn/contracts';

/** Caller, as proven by the credentials. No field comes from a request body. */
export interface Principal {
  readonly orgId: OrgId;
  readonly principalId: PrincipalId;
  readonly keyId: KeyId;
  readonly name: string;
  readonly kind: 'person' | 'agent';
  readonly role: Role;
  /** Peer channels that this key may speak for: exact names, or `*` for any. */
  readonly peers: readonly string[];
  /** Channel prefixes whose concrete channels belong to one peer each, as configured by the organisation. */
  readonly peerPrefixes: readonly string[];
  /** Current teams of the principal. Absent means none. */
  readonly teams?: readonly TeamOfPrincipal[] | undefined;
  /** `off` if the organisation stores secrets in texts unmasked; absent means masked. */
  readonly masking?: 'off' | undefined;
  /** Default number of hits in a recall, if the organisation has set it. */
  readonly recallLimit?: number | undefined;
  /** Calls a minute over all keys of the organisation. Absent means no limit. */
  readonly callsPerMinute?: number | undefined;
  /** Remaining room under each limit of the organisation. Absent means no limit. */
  readonly quotas?: readonly Quota[] | undefined;
  /** Channels that are now closed to the principal. Absent means none. */
  readonly closedChannels?: readonly string[] | undefined;
  /** Permissive knowledge bases that now admit the principal, whatever the channel. Absent means none. */
  readonly openBases?: readonly OpenBase[] | undefined;
  /** For one call of an admin that requested it: the principal whose private items it reads in place of the admin's own. */
  readonly privateOf?: PrincipalId | undefined;
  /** True for the operator of the installation, who has no organisation and reads nothing: `orgId` is nil. */
  readonly isOperator?: true | undefined;
}

/** An active permissive knowledge base without an access list. */
export interface OpenBase {
  readonly knowledgeBaseId: KnowledgeBaseId;
  /** Channel of the base; null: none. */
  readonly scope: string | null;
}

export interface TeamOfPrincipal {
  readonly teamId: TeamId;
  readonly name: string;
}

/** Principal whose private items a call reads and changes. */
export const ownerFor = ({ privateOf, principalId }: Pick<Principal, 'privateOf' | 'principalId'>): PrincipalId =>
  privateOf ?? principalId;
