import type { KeySummary, OrgId } from '@cairn/contracts';
import type { Keys, Principals } from '@cairn/store';

export interface FirstKeyOptions {
  readonly keys: Keys;
  /**
   * The channel prefixes from the settings, which the first organisation gets. If absent, the organisation keeps its
   * own prefixes.
   */
  readonly peerPrefixes?: readonly string[] | undefined;
  /** Returns the name of the first person, which is asked for only if there is nobody yet. */
  readonly nameOf?: () => Promise<string | undefined>;
}

interface FirstStartOptions extends FirstKeyOptions {
  /** Renames a person; absent where nobody is asked for a name. */
  readonly principals?: Pick<Principals, 'change'>;
}

const FIRST_KEY = 'first key';
const COMMAND_LINE = 'command line';

/**
 * Creates the first key of the first organisation, at the first start that can show it to somebody. Returns undefined
 * at later starts, since only the hash of the key is stored. Returns undefined also if the first key was revoked, since
 * whoever revoked it had another admin key.
 */
export async function firstKey(options: FirstStartOptions): Promise<string | undefined> {
  const present = await presentKeys(options);
  if (present.keys.some((key) => isFor(key, FIRST_KEY))) return undefined;
  await nameOwner(options, present);
  return keyOfMachineOwner(options, { ...present, use: FIRST_KEY });
}

/**
 * Creates an admin key for the command line of the machine with the store. The command line and the console belong to
 * one person, so that both show the agents of that person.
 */
export async function commandLineKey(options: FirstKeyOptions): Promise<string> {
  return keyOfMachineOwner(options, { ...(await presentKeys(options)), use: COMMAND_LINE });
}

async function presentKeys({ keys, peerPrefixes }: FirstKeyOptions): Promise<Omit<KeyUse, 'use'>> {
  const { orgId } = await keys.firstOrganisation({ peerPrefixes });
  return { orgId, keys: await keys.list({ orgId }) };
}

/** Gives a person whom a command made before the first start the name that the start asks for. */
async function nameOwner(
  { principals, nameOf }: FirstStartOptions,
  { orgId, keys }: Omit<KeyUse, 'use'>,
): Promise<void> {
  const owner = keys.find((key) => isFor(key, COMMAND_LINE) && key.name === COMMAND_LINE && key.revokedAt === null);
  const name = owner && (await nameOf?.());
  if (!owner || name === undefined) return;
  const { principalId, keyId } = owner;
  await principals?.change({ author: { orgId, principalId, keyId }, principalId, changes: { name } });
}

interface KeyUse {
  readonly orgId: OrgId;
  readonly keys: readonly KeySummary[];
  readonly use: string;
}

/**
 * Creates an admin key for the person who has a valid first key or command-line key. If there is no such person,
 * creates a person with the given name, or else the name of the use.
 */
async function keyOfMachineOwner(options: FirstKeyOptions, { orgId, keys, use }: KeyUse): Promise<string> {
  const present = keys.find(
    (key) => (isFor(key, FIRST_KEY) || isFor(key, COMMAND_LINE)) && key.role === 'admin' && key.revokedAt === null,
  );
  if (!present) return newAdminKey(options, (await options.nameOf?.()) ?? use, use);
  return (await options.keys.create({ orgId, principalId: present.principalId, label: use })).key;
}

const isFor = ({ name, label, kind }: KeySummary, use: string): boolean => kind === 'person' && (label ?? name) === use;

/**
 * Creates another admin key of the first organisation. The caller must have access to the store itself, so this gives
 * access again when all keys are lost.
 */
export async function newAdminKey(
  { keys, peerPrefixes }: FirstKeyOptions,
  name: string,
  label?: string,
): Promise<string> {
  const { orgId } = await keys.firstOrganisation({ peerPrefixes });
  const { key } = await keys.create({ orgId, name, label, kind: 'person', role: 'admin', peers: ['*'] });
  return key;
}
