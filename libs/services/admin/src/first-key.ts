import type { OrgId } from '@cairn/contracts';
import type { Identity, KeySummary } from '@cairn/ports';

const FIRST_KEY = 'first key';
const COMMAND_LINE = 'command line';

/**
 * Creates the first key of the first organisation, at the first start that can show it to somebody. Returns undefined at
 * later starts, since only the hash of the key is stored, and also if that key was revoked, since whoever revoked it had
 * another admin key.
 */
export async function firstKey(identity: Identity): Promise<string | undefined> {
  const { orgId } = await identity.firstOrganisation();
  const keys = await identity.keys(orgId);
  if (keys.some((key) => isFor(key, FIRST_KEY))) return undefined;
  return keyOfMachineOwner(identity, { orgId, keys, use: FIRST_KEY });
}

/**
 * Creates an admin key for the command line of the machine with the store. The command line and the console belong to
 * one person, so that both show the agents of that person.
 */
export async function commandLineKey(identity: Identity): Promise<string> {
  const { orgId } = await identity.firstOrganisation();
  return keyOfMachineOwner(identity, { orgId, keys: await identity.keys(orgId), use: COMMAND_LINE });
}

interface KeyUse {
  readonly orgId: OrgId;
  readonly keys: readonly KeySummary[];
  readonly use: string;
}

/** Creates a key of the person whose first key or command line works, or of a new person who has the name of the use. */
async function keyOfMachineOwner(identity: Identity, { orgId, keys, use }: KeyUse): Promise<string> {
  const present = keys.find(
    (key) => (isFor(key, FIRST_KEY) || isFor(key, COMMAND_LINE)) && key.role === 'admin' && key.revokedAt === null,
  );
  if (!present) return newAdminKey(identity, use);
  return (await identity.createKey({ orgId, principalId: present.principalId, label: use })).key;
}

const isFor = ({ name, label, kind }: KeySummary, use: string): boolean => kind === 'person' && (label ?? name) === use;

/**
 * Creates another admin key of the first organisation. The caller must have access to the store itself: this is the way
 * back in when all keys are lost.
 */
export async function newAdminKey(identity: Identity, name: string): Promise<string> {
  const { orgId } = await identity.firstOrganisation();
  const { key } = await identity.createKey({ orgId, name, kind: 'person', role: 'admin', peers: ['*'] });
  return key;
}
