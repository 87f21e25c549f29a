import type {
  KeyResponse,
  Organisation,
  OrganisationChange,
  OrganisationRemoval,
  OrganisationRequest,
  OrgId,
  RemainingRows,
} from '@cairn/contracts';

/** The organisations of an installation, for its operator. Returns names and numbers only, no content of items. */
export abstract class Organisations {
  /** Lists the organisations, oldest first. */
  abstract list(): Promise<Organisation[]>;
  abstract find(orgId: OrgId): Promise<Organisation | undefined>;
  /**
   * Creates an organisation and its first admin key, which is shown only here. Throws `organisation/conflict` if the name
   * is in use.
   */
  abstract create(request: OrganisationRequest): Promise<{ orgId: OrgId; admin: KeyResponse }>;
  /**
   * Changes an organisation. Returns false if it does not exist; throws `organisation/conflict` if the name is in use.
   * Limits take effect within seconds.
   */
  abstract change(orgId: OrgId, change: OrganisationChange): Promise<boolean>;

  /** Lists the removals that have begun; `list` no longer returns their organisations. */
  abstract removals(): Promise<OrganisationRemoval[]>;
  abstract removal(orgId: OrgId): Promise<OrganisationRemoval | undefined>;
  /**
   * Revokes all keys of an organisation and begins to remove all its data but the audit. A repeated call continues an
   * interrupted removal. Returns false if the organisation does not exist.
   */
  abstract beginRemoval(orgId: OrgId): Promise<boolean>;
  /**
   * Runs the next page of a removal as one commit, so that the removal continues where it stopped. Returns the state;
   * `indexes`, `verifying` and `removed` have no pages.
   */
  abstract goOnRemoving(orgId: OrgId): Promise<OrganisationRemoval['state'] | undefined>;
  /** Records that no index contains anything of the organisation any more, so that its rows can be deleted. */
  abstract indexesEmptied(orgId: OrgId): Promise<void>;
  /** Counts the remaining rows of the organisation by table. */
  abstract leftInStore(orgId: OrgId): Promise<RemainingRows[]>;
  /** Stores the result of a search for remaining rows. If none remain, the removal ends; otherwise it starts again. */
  abstract keepVerification(orgId: OrgId, remaining: readonly RemainingRows[]): Promise<void>;
}
