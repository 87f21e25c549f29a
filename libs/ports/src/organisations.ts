import type {
  KeyResponse,
  Organisation,
  OrganisationChange,
  OrganisationRemoval,
  OrganisationRequest,
  OrgId,
} from '@cairn/contracts';
import type { Left } from './forgetting.ts';

/** The organisations of the installation, for whoever runs it. It gives numbers, and nothing that is stored in them. */
export abstract class Organisations {
  /** By age, the oldest first. */
  abstract list(): Promise<Organisation[]>;
  abstract find(orgId: OrgId): Promise<Organisation | undefined>;
  /** With its first admin key, which is known to nobody later. `organisation/conflict` where another has the name. */
  abstract create(request: OrganisationRequest): Promise<{ orgId: OrgId; admin: KeyResponse }>;
  /** False where there is none; `organisation/conflict` where another has the name. Limits hold within seconds. */
  abstract change(orgId: OrgId, change: OrganisationChange): Promise<boolean>;

  /** Of those whose removal has begun; they are not listed any more. */
  abstract removals(): Promise<OrganisationRemoval[]>;
  abstract removal(orgId: OrgId): Promise<OrganisationRemoval | undefined>;
  /**
   * No key of it works from now on, and everything of it goes but its audit. Begun again, a removal that stands still goes on.
   * False where there is no such organisation.
   */
  abstract beginRemoval(orgId: OrgId): Promise<boolean>;
  /** The next page: one commit, so that a removal goes on where it ended. Of `indexes`, `verifying` and `removed` there is none. */
  abstract goOnRemoving(orgId: OrgId): Promise<OrganisationRemoval['state'] | undefined>;
  /** Nothing of it is in any index: its rows may go. */
  abstract indexesEmptied(orgId: OrgId): Promise<void>;
  /** How many rows of it there are, table by table. */
  abstract leftInStore(orgId: OrgId): Promise<Left[]>;
  /** What a look through everything found: nothing ends the removal, anything begins it again. */
  abstract keepVerification(orgId: OrgId, left: readonly Left[]): Promise<void>;
}
