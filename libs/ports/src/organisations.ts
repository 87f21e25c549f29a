import type {
  KeyResponse,
  Organisation,
  OrganisationChange,
  OrganisationRemoval,
  OrganisationRequest,
  OrgId,
} from '@cairn/contracts';
import type { Left } from './forgetting.ts';

/** The organisations of an installation, for its operator. It returns names and numbers, nothing of their content. */
export abstract class Organisations {
  /** The oldest first. */
  abstract list(): Promise<Organisation[]>;
  abstract find(orgId: OrgId): Promise<Organisation | undefined>;
  /** Returns its first admin key, which cannot be read later. `organisation/conflict` if another has the name. */
  abstract create(request: OrganisationRequest): Promise<{ orgId: OrgId; admin: KeyResponse }>;
  /** False if there is none; `organisation/conflict` if another has the name. Limits take effect within seconds. */
  abstract change(orgId: OrgId, change: OrganisationChange): Promise<boolean>;

  /** Organisations whose removal has begun; they are no longer listed. */
  abstract removals(): Promise<OrganisationRemoval[]>;
  abstract removal(orgId: OrgId): Promise<OrganisationRemoval | undefined>;
  /**
   * Revokes all its keys and begins to remove everything but its audit. Begun again, a removal that stopped continues. False if
   * there is no such organisation.
   */
  abstract beginRemoval(orgId: OrgId): Promise<boolean>;
  /**
   * Runs the next page, as one commit, so that a removal continues where it stopped. The states `indexes`, `verifying` and
   * `removed` have no pages.
   */
  abstract goOnRemoving(orgId: OrgId): Promise<OrganisationRemoval['state'] | undefined>;
  /** Notes that no index holds anything of it any more, so that its rows may go. */
  abstract indexesEmptied(orgId: OrgId): Promise<void>;
  /** How many rows it has, by table. */
  abstract leftInStore(orgId: OrgId): Promise<Left[]>;
  /** Stores the result of a search for leftovers: if nothing was found, the removal ends; otherwise it starts again. */
  abstract keepVerification(orgId: OrgId, left: readonly Left[]): Promise<void>;
}
