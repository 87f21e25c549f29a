import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { clients, type Machine, type McpClient } from '@cairn/connect';

/** Finds the clients that this user uses. */
export async function findClientsHere(machine: Machine): Promise<McpClient[]> {
  const found = await Promise.all(clients.map(async (client) => ((await isHere(client, machine)) ? [client] : [])));
  return found.flat();
}

/** Tells whether a client has its configuration file for the whole user account, or the folder that it makes when it first runs. */
export async function isHere({ files, folder }: McpClient, machine: Machine): Promise<boolean> {
  const file = files.find(({ scope }) => scope === 'user')?.path(machine);
  if (file === undefined) return false;
  const own = folder?.(machine) ?? dirname(file);
  return (await exists(file)) || (own !== machine.home && (await exists(own)));
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
