import { CairnError } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import type { Identity } from '@cairn/ports';

/** Refuses a caller outside the first organisation, whose admins look after the installation. */
export async function requireOperator(identity: Identity, { orgId }: Principal): Promise<void> {
  const first = await identity.firstOrganisation();
  if (orgId !== first.orgId) throw new CairnError('auth/forbidden', 'only the first organisation looks after indexes');
}
