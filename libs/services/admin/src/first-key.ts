import type { Identity } from '@cairn/ports';

const FIRST_KEY = 'first key';

/**
 * Creates the first key of the first organisation, at the first start that can show it to somebody. Returns undefined at
 * later starts, since only the hash of the key is stored, and also if that key was revoked, since whoever revoked it had
 * another admin key.
 */
export async function firstKey(identity: Identity): Promise<string | undefined> {
  const { orgId } = await identity.firstOrganisation();
  const keys = await identity.keys(orgId);
  if (keys.some(({ name }) => name === FIRST_KEY)) return undefined;
  return newAdminKey(identity, FIRST_KEY);
}

/**
 * Creates another admin key of the first organisation. The caller must have access to the store itself: this is the way
 * back in when all keys are lost.
 */
export async function newAdminKey(identity: Identity, name: string): Promise<string> {
  const { orgId } = await identity.firstOrganisation();
  const { key } = await identity.createKey({ orgId, name, kind: 'person', role: 'admin', peers: ['*'] });
  return key;
}
