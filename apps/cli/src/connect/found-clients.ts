import { clients, type Machine, type McpClient } from '@cairn/connect';
import { readConfig } from './config-file.ts';

/** Finds the clients that this user uses: those whose configuration file for the whole user account exists. */
export async function findClientsHere(machine: Machine): Promise<McpClient[]> {
  const found = await Promise.all(clients.map(async (client) => ((await isHere(client, machine)) ? [client] : [])));
  return found.flat();
}

async function isHere({ files }: McpClient, machine: Machine): Promise<boolean> {
  const file = files.find(({ scope }) => scope === 'user');
  return file !== undefined && (await readConfig(file.path(machine))) !== undefined;
}
