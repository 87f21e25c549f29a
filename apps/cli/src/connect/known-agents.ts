import { PrincipalId, type PrincipalSummary } from '@cairn/contracts';
import { cairnFolder, type Machine } from '@cairn/connect';
import { z } from 'zod';
import type { CairnClient } from '@cairn/transfer/cairn-client';
import { readConfig, writeConfig } from './config-file.ts';

const AGENTS_MAX = 200;

/** Place of a connection: the client, its configuration file, and the server's name in that file. */
const Place = z.object({ client: z.string(), file: z.string(), name: z.string() });
export type Place = z.infer<typeof Place>;

const File = z.object({ agents: z.array(Place.extend({ principalId: PrincipalId })) });
type Agents = z.infer<typeof File>['agents'];

const pathOf = (machine: Machine) => `${cairnFolder(machine)}/agents.json`;

const isAt = (one: Place, other: Place): boolean =>
  one.client === other.client && one.file === other.file && one.name === other.name;

interface AgentQuery {
  /** Name of an agent of this client on this machine. */
  readonly agentName: string;
  /** Place in which the client is connected; absent if its configuration is only printed. */
  readonly place?: Place | undefined;
}

/**
 * Finds the agent as which a client was connected before, if the agent still exists on the server: the agent of this
 * place, or else the agent of the caller with this name that was used last. Conversations of the client are private to
 * this agent.
 */
export async function findAgent(
  machine: Machine,
  { place, agentName }: AgentQuery,
  client: CairnClient,
): Promise<PrincipalSummary | undefined> {
  const known = place ? (await readAgents(machine)).filter((agent) => isAt(agent, place)) : [];
  const { principalId, ownerId = principalId } = (await client.call('keyHolder', {})).answer;
  const { principals, gone } = (await client.call('listPrincipals', {})).answer;
  const here = [...principals, ...gone].filter(({ leftAt }) => leftAt === null);
  const [ofCaller] = here
    .filter(({ name, owner }) => name === agentName && owner?.principalId === ownerId)
    .toSorted(compareByUse);
  return known.map((agent) => here.find((one) => one.principalId === agent.principalId)).find(Boolean) ?? ofCaller;
}

const compareByUse = (one: PrincipalSummary, other: PrincipalSummary): number =>
  (other.lastUsedAt ?? other.createdAt) - (one.lastUsedAt ?? one.createdAt);

/**
 * Records which agent a client uses, so that a later connection finds the agent even after a disconnect. A place has
 * one agent on each server.
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
