import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Machine, McpClient } from '@cairn/connect';
import type { KeyResponse, PrincipalSummary, Role } from '@cairn/contracts';
import { ServerRefusal } from '@cairn/transfer/cairn-client';
import { CommandFailure } from '../context/exit-codes.ts';
import type { ServerConnection } from '../server/server-connection.ts';
import { findAgent, rememberAgent, type Place } from './known-agents.ts';

/** Facts that decide which agent a client is, and which rights its key has. */
export interface KeyContext {
  readonly options: {
    readonly agentKey?: string;
    readonly role?: Role;
    readonly peer?: readonly string[];
  };
  readonly machine: Machine;
  readonly client: McpClient;
  readonly server: ServerConnection;
}

export interface MadeKey {
  readonly key: string;
  readonly keyId?: string;
  /** Finds the keys that the new key replaces. They are revoked once the connection works. */
  readonly findReplaced?: () => Promise<string[]>;
}

/** Returns the key given by option, or creates one for the caller's agent of this client and machine. */
export async function makeKey(context: KeyContext): Promise<MadeKey> {
  const { agentKey } = context.options;
  if (agentKey !== undefined) return { key: agentKey };
  return runAsPerson(async () => madeOf(await makeAgentKey(context)));
}

/** Creates the key of a client that is connected in a place, and remembers its agent. */
export async function makeKeyFor(context: KeyContext, place: Place): Promise<MadeKey> {
  if (context.options.agentKey !== undefined) return { key: context.options.agentKey };
  return runAsPerson(async () => {
    const made = await makeAgentKey(context, place);
    await rememberAgent(context.machine, place, made.summary.principalId);
    return { ...madeOf(made), findReplaced: () => replacedKeys(context, made.summary) };
  });
}

const madeOf = ({ key, summary }: KeyResponse): MadeKey => ({ key, keyId: summary.keyId });

/**
 * Creates another key for the agent as which the client was connected before, since the agent's private items belong to
 * it. If there is no such agent, creates a key for a new agent, named after the client and the machine.
 */
async function makeAgentKey(context: KeyContext, place?: Place): Promise<KeyResponse> {
  const { options, client, server, machine } = context;
  const agentName = `${client.id}@${hostname()}`.slice(0, 100);
  const label = place && labelOf(machine, place);
  const agent = await findAgent(machine, { agentName, place }, server.client);
  if (agent) return makeAnotherKey(context, agent, label);
  const { role, peer: peers = [] } = options;
  const body = { name: agentName, role, kind: 'agent', peers, label } as const;
  return (await server.client.call('createKey', { body })).answer;
}

/**
 * Creates another key for an existing agent. If the caller is an admin, the rights of the agent are changed; otherwise
 * only the rights of the key are narrower.
 */
async function makeAnotherKey(
  { options: { role, peer: peers }, server: { client } }: KeyContext,
  { principalId }: PrincipalSummary,
  label: string | undefined,
): Promise<KeyResponse> {
  const isAdmin = (await client.call('keyHolder', {})).answer.role === 'admin';
  if (!isAdmin) return (await client.call('createKey', { body: { principalId, role, peers, label } })).answer;
  if (role !== undefined || peers !== undefined)
    await client.call('changePrincipal', { params: { id: principalId }, query: {}, body: { role, peers } });
  return (await client.call('createKey', { body: { principalId, label } })).answer;
}

const PATH_CHARS_MAX = 60;

/** Label of the key in one place of one machine. By this label, the next connection finds the key that it replaces. */
function labelOf({ home }: Machine, { file, name }: Place): string {
  const shown = file.startsWith(home) ? `~${file.slice(home.length)}` : file;
  const place = createHash('sha256').update([machineId(), file, name].join('\n')).digest('hex').slice(0, 8);
  return `${shown.slice(-PATH_CHARS_MAX)} ${place}`;
}

const MACHINE_ID_FILES = ['/etc/machine-id', '/var/lib/dbus/machine-id'];

/**
 * Id of this machine, which distinguishes machines with the same host name. If the system has no such id, the host
 * name.
 */
function machineId(): string {
  const file = MACHINE_ID_FILES.find((path) => existsSync(path));
  return file === undefined ? hostname() : readFileSync(file, 'utf8').trim();
}

/** Finds the working keys of the agent that were made for the same place before. */
async function replacedKeys(
  { server }: KeyContext,
  { principalId, keyId, label }: KeyResponse['summary'],
): Promise<string[]> {
  const { keys } = (await server.client.call('listKeys', {})).answer;
  return keys
    .filter((key) => key.principalId === principalId && key.label === label && key.keyId !== keyId)
    .filter(({ revokedAt }) => revokedAt === null)
    .map((key) => key.keyId);
}

async function runAsPerson<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ServerRefusal && [401, 403].includes(error.status))) throw error;
    throw new CommandFailure(
      'failed',
      `Making the agent's key needs the key of a person (${error.message}). Name yours with --key, or give the agent a key that it has with --agent-key.`,
      { cause: error },
    );
  }
}
