import { CairnError } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import type { Keys } from '@cairn/store';

/** Refuses callers outside the first organisation. The admins of the first organisation look after the installation. */
export async function requireOperator(keys: Keys, { orgId }: Principal): Promise<void> {
  const first = await keys.firstOrganisation({});
  if (orgId !== first.orgId) throw new CairnError('auth/forbidden', 'only the first organisation looks after indexes');
}
