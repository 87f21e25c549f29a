import { PrincipalId, type PrincipalSummary } from '@cairn/contracts';
import { cairnFolder, type Machine } from '@cairn/connect';
import { z } from 'zod';
import type { CairnClient } from '@cairn/transfer/cairn-client';
import { readConfig, writeConfig } from './config-file.ts';

const AGENTS_MAX = 200;

/** Place of a connection: the client, its configuration file, and the server's name in that file. */
const Place = z.object({ client: z.string(), file: z.string(), name: z.string() });
type Place = z.infer<typeof Place>;

const File = z.object({ agents: z.array(Place.extend({ principalId: PrincipalId })) });
type Agents = z.infer<typeof File>['agents'];

const pathOf = (machine: Machine) => `${cairnFolder(machine)}/agents.json`;

const isAt = (one: Place, other: Place): boolean =>
  one.client === other.client && one.file === other.file && one.name === other.name;

/**
 * Finds the agent as which a client was connected before, if it still exists on the server. Conversations are private to this
 * agent.
 */
export async function findAgent(
  machine: Machine,
  place: Place,
  client: CairnClient,
): Promise<PrincipalSummary | undefined> {
  const known = (await readAgents(machine)).filter((agent) => isAt(agent, place));
  if (known.length === 0) return undefined;
  const { principals, gone } = (await client.call('listPrincipals', {})).answer;
  const here = [...principals, ...gone].filter(({ leftAt }) => leftAt === null);
  return known.map(({ principalId }) => here.find((one) => one.principalId === principalId)).find(Boolean);
}

/**
 * Records which agent a client uses, so that a later connection finds it even after a disconnect. A place has one agent on each
 * server.
 */
export async function rememberAgent(machine: Machine, place: Place, principalId: PrincipalId): Promise<void> {
  const others = (await readAgents(machine)).filter((one) => !(isAt(one, place) && one.principalId === principalId));
  const agents = [{ ...place, principalId }, ...others].slice(0, AGENTS_MAX);
  await writeConfig(pathOf(machine), `${JSON.stringify({ agents }, null, 2)}\n`);
}

/** Reads the recorded agents. If the file cannot be read, there are none, and every connection gets a new agent. */
async function readAgents(machine: Machine): Promise<Agents> {
  const text = await readConfig(pathOf(machine));
  try {
    return text === undefined ? [] : File.parse(JSON.parse(text)).agents;
  } catch {
    return [];
  }
}
