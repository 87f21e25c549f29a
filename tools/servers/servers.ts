import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerVariable } from '@cairn/testing';
import { freePort } from '@cairn/testing/free-port';
import { elasticsearch } from './elasticsearch.ts';
import { thisMachine } from './machine.ts';
import type { Machine } from './machine.ts';
import { postgres } from './postgres.ts';
import { qdrant } from './qdrant.ts';
import { redis } from './redis.ts';
import type { Running, Server } from './server.ts';

export const servers: readonly Server[] = [postgres, redis, elasticsearch, qdrant];

/** Status of one server: its address and origin, or the reason why it is missing. */
export type ServerStatus = { readonly name: string; readonly variable: ServerVariable } & (
  | { readonly state: 'given'; readonly url: string }
  | { readonly state: 'started'; readonly url: string; readonly running: Running }
  | { readonly state: 'skipped'; readonly reason: string }
);

/** Temporary folder that other users can enter, since servers of root run as another user. */
export function serversFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  chmodSync(folder, 0o755);
  return folder;
}

/**
 * Starts, in parallel, every server installed here, with data below the folder, unless the environment
 * gives its address. A server that fails to start counts as skipped, with its last output as reason.
 */
export async function startServers(
  folder: string,
  wanted: readonly Server[] = servers,
  machine: Machine = thisMachine(),
): Promise<readonly ServerStatus[]> {
  return Promise.all(wanted.map((server) => statusOf(server, machine, join(folder, server.name.toLowerCase()))));
}

async function statusOf({ name, variable, find }: Server, machine: Machine, folder: string): Promise<ServerStatus> {
  const url = machine.env[variable];
  if (url) return { name, variable, state: 'given', url };
  const found = find(machine);
  if ('missing' in found) return { name, variable, state: 'skipped', reason: found.missing };
  try {
    mkdirSync(folder, { recursive: true });
    const running = await found.start(folder, await freePort());
    return { name, variable, state: 'started', url: running.url, running };
  } catch (error) {
    return { name, variable, state: 'skipped', reason: `${name} did not start: ${asReason((error as Error).message)}` };
  }
}

/** Makes a reason fit for `[skipped: reason]`, which is one line without brackets. */
const asReason = (words: string) => words.trim().replace(/\s+/g, ' ').replaceAll('[', '(').replaceAll(']', ')');

export async function stopServers(statuses: readonly ServerStatus[]): Promise<void> {
  await Promise.all(statuses.map((status) => status.state === 'started' && status.running.stop()));
}

/** Environment of the tests: the addresses, and the reasons for missing ones (libs/testing/src/real-server.ts). */
export const environmentOf = (statuses: readonly ServerStatus[]): Record<string, string> =>
  Object.fromEntries(
    statuses.map((status) =>
      status.state === 'skipped' ? [`NO_${status.variable}`, status.reason] : [status.variable, status.url],
    ),
  );

/** Line about a server in the form of the summary, so that `.ci/run` reports a skip before any test needs the server. */
export const lineOfStatus = (status: ServerStatus): string =>
  status.state === 'skipped'
    ? `skipped: ${status.name} (${status.reason})`
    : `${status.name}: ${status.state}, ${status.url}`;
