import type {
  KeyResponse,
  Organisation,
  OrganisationChange,
  OrganisationRemoval,
  OrganisationRequest,
  OrgId,
} from '@cairn/contracts';
import type { Remaining } from './forgetting.ts';

/** The organisations of an installation, for its operator. Returns names and numbers, no content. */
export abstract class Organisations {
  /** The oldest first. */
  abstract list(): Promise<Organisation[]>;
  abstract find(orgId: OrgId): Promise<Organisation | undefined>;
  /** Creates an organisation and its first admin key, which is shown only here. Throws `organisation/conflict` for a name in use. */
  abstract create(request: OrganisationRequest): Promise<{ orgId: OrgId; admin: KeyResponse }>;
  /** Returns false if there is none; throws `organisation/conflict` for a name in use. Limits take effect within seconds. */
  abstract change(orgId: OrgId, change: OrganisationChange): Promise<boolean>;

  /** Organisations whose removal has begun; `list` no longer returns them. */
  abstract removals(): Promise<OrganisationRemoval[]>;
  abstract removal(orgId: OrgId): Promise<OrganisationRemoval | undefined>;
  /**
   * Revokes all keys of an organisation and begins to remove everything but its audit. A repeated call continues an interrupted
   * removal. Returns false if there is no such organisation.
   */
  abstract beginRemoval(orgId: OrgId): Promise<boolean>;
  /**
   * Runs the next page, as one commit, so that a removal continues where it stopped. The states `indexes`, `verifying` and
   * `removed` have no pages.
   */
  abstract goOnRemoving(orgId: OrgId): Promise<OrganisationRemoval['state'] | undefined>;
  /** Records that no index holds anything of the organisation any more, so that its rows can be deleted. */
  abstract indexesEmptied(orgId: OrgId): Promise<void>;
  /** The number of its rows by table. */
  abstract leftInStore(orgId: OrgId): Promise<Remaining[]>;
  /** Stores the result of a search for remaining rows: with none the removal ends, otherwise it starts again. */
  abstract keepVerification(orgId: OrgId, remaining: readonly Remaining[]): Promise<void>;
}
