import type { KeyResponse, Organisation, OrganisationChange, OrganisationRequest, OrgId } from '@cairn/contracts';

/** The organisations of the installation, for whoever runs it. It gives numbers, and nothing that is stored in them. */
export abstract class Organisations {
  /** By age, the oldest first. */
  abstract list(): Promise<Organisation[]>;
  abstract find(orgId: OrgId): Promise<Organisation | undefined>;
  /** With its first admin key, which is known to nobody later. `organisation/conflict` where another has the name. */
  abstract create(request: OrganisationRequest): Promise<{ orgId: OrgId; admin: KeyResponse }>;
  /** False where there is none; `organisation/conflict` where another has the name. Limits hold within seconds. */
  abstract change(orgId: OrgId, change: OrganisationChange): Promise<boolean>;
}
