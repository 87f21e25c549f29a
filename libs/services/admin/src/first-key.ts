import type { Identity } from '@cairn/ports';

const FIRST_KEY = 'first key';

/**
 * The first key of the first organisation, made by the first start that can show it to somebody. Later starts return nothing,
 * since only its hash is kept. A revoked key counts too: whoever revoked it had another.
 */
export async function firstKey(identity: Identity): Promise<string | undefined> {
  const { orgId } = await identity.firstOrganisation();
  const keys = await identity.keys(orgId);
  if (keys.some(({ name }) => name === FIRST_KEY)) return undefined;
  return newAdminKey(identity, FIRST_KEY);
}

/** Another admin key of the first organisation, for whoever can reach its store: the way back in when no key is left. */
export async function newAdminKey(identity: Identity, name: string): Promise<string> {
  const { orgId } = await identity.firstOrganisation();
  const { key } = await identity.createKey({ orgId, name, kind: 'person', role: 'admin', peers: ['*'] });
  return key;
}
