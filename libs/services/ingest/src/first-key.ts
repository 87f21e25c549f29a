import type { Identity } from '@cairn/ports';

const FIRST_KEY = 'first key';

/**
 * The first organisation's first key, made by the first start that shows it to somebody; nothing on later starts, since
 * only its hash is kept. A revoked one counts too: whoever revoked it had another.
 */
export async function firstKey(identity: Identity): Promise<string | undefined> {
  const { orgId } = await identity.firstOrganisation();
  const keys = await identity.keys(orgId);
  if (keys.some(({ name }) => name === FIRST_KEY)) return undefined;
  return newAdminKey(identity, FIRST_KEY);
}

/** Another admin key of the first organisation, for whoever may reach its store: the way back when none is left. */
export async function newAdminKey(identity: Identity, name: string): Promise<string> {
  const { orgId } = await identity.firstOrganisation();
  const { key } = await identity.createKey({ orgId, name, kind: 'person', role: 'admin', peers: ['*'] });
  return key;
}
