import type { Identity } from '@cairn/ports';

const FIRST_KEY = 'first key';

/**
 * Creates the first key of the first organisation, at the first start that can show it to somebody. Later starts return nothing, since
 * only its hash is stored. A revoked key counts too, since its revoker had another one.
 */
export async function firstKey(identity: Identity): Promise<string | undefined> {
  const { orgId } = await identity.firstOrganisation();
  const keys = await identity.keys(orgId);
  if (keys.some(({ name }) => name === FIRST_KEY)) return undefined;
  return newAdminKey(identity, FIRST_KEY);
}

/** Creates another admin key of the first organisation for a caller that can reach its store: the recovery path when no key is left. */
export async function newAdminKey(identity: Identity, name: string): Promise<string> {
  const { orgId } = await identity.firstOrganisation();
  const { key } = await identity.createKey({ orgId, name, kind: 'person', role: 'admin', peers: ['*'] });
  return key;
}
