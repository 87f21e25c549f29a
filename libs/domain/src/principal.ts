import type { KeyId, KnowledgeBaseId, OrgId, PrincipalId, Role, Quota, TeamId } from '@cairn/contracts';

/** Caller, as proven by the credentials. No field comes from a request body. */
export interface Principal {
  readonly orgId: OrgId;
  readonly principalId: PrincipalId;
  readonly keyId: KeyId;
  readonly name: string;
  readonly kind: 'person' | 'agent';
  /** The person who owns this agent. Absent for a person, and for an agent without an owner. */
  readonly ownerId?: PrincipalId | undefined;
  /** The agents that this person owns. Absent means none. */
  readonly agents?: readonly PrincipalId[] | undefined;
  readonly role: Role;
  /** Peer channels that this key may speak for: exact names, or `*` for any. */
  readonly peers: readonly string[];
  /** Channel prefixes that the organisation has configured: a channel with such a prefix belongs to one peer. */
  readonly peerPrefixes: readonly string[];
  /** Current teams of the principal. Absent means none. */
  readonly teams?: readonly TeamOfPrincipal[] | undefined;
  /** `off` if the organisation stores secrets in texts unmasked; absent means masked. */
  readonly masking?: 'off' | undefined;
  /** Default number of hits in a recall; absent unless the organisation has set it. */
  readonly recallLimit?: number | undefined;
  /** Calls that all keys of the organisation together may make in a minute. Absent means no limit. */
  readonly callsPerMinute?: number | undefined;
  /** Room that each storage limit of the organisation leaves. Absent means no limit. */
  readonly quotas?: readonly Quota[] | undefined;
  /** Channels that are closed to the principal. Absent means none. */
  readonly closedChannels?: readonly string[] | undefined;
  /** Permissive knowledge bases that admit the principal; each call also checks its channel. Absent means none. */
  readonly openBases?: readonly OpenBase[] | undefined;
  /**
   * The principal whose private items this call reads in place of the admin's own; set for a call of an admin who asked for
   * it.
   */
  readonly privateOf?: PrincipalId | undefined;
  /** True for the operator of the installation, who belongs to no organisation (`orgId` is nil) and reads no items. */
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

/** The person behind a principal: the owner of an agent, otherwise the principal itself. */
export const ownerOf = ({ ownerId, principalId }: Pick<Principal, 'ownerId' | 'principalId'>): PrincipalId =>
  ownerId ?? principalId;

/** Principal whose private items a call reads and changes. */
export const ownerFor = ({ privateOf, principalId }: Pick<Principal, 'privateOf' | 'principalId'>): PrincipalId =>
  privateOf ?? principalId;
