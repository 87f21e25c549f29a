import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { cairnFolder, configFormats, type Machine } from '@cairn/connect';
import { z } from 'zod';
import { CommandFailure } from '../context/exit-codes.ts';
import { readConfig, writeConfig } from './config-file.ts';

/** Record of one changed file, with the data that undoing the change needs. */
const Change = z.object({
  file: z.string(),
  /** Path of the backup; absent if the file did not exist before. */
  backup: z.string().optional(),
  /** Mode of the file before the change, if users other than its owner could read the file. */
  mode: z.number().int().optional(),
  /** SHA-256 hash of the text that was written. */
  written: z.string(),
  /** Changed part of the file: a server's entry, the hooks that run a command, lines, or the whole file. */
  what: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('entry'),
      format: z.enum(configFormats),
      path: z.array(z.string()),
      addedTables: z.number().int(),
      /** Value of the entry before the change. */
      former: z.unknown().optional(),
      /** Question for the key that the change declared. */
      input: z.object({ list: z.string(), id: z.string() }).optional(),
    }),
    z.object({ kind: z.literal('hooks'), command: z.string() }),
    z.object({ kind: z.literal('lines'), lines: z.array(z.string()) }),
    z.object({ kind: z.literal('file') }),
  ]),
});
export type Change = z.infer<typeof Change>;

const ClientConnection = z.object({
  client: z.string(),
  scope: z.enum(['user', 'project']),
  name: z.string(),
  server: z.string(),
  /** Id of the key, if one was created for the connection. */
  keyId: z.string().optional(),
  connectedAt: z.number(),
  changes: z.array(Change),
});
/** Record of a connected client: its key and the changed files. */
export type ClientConnection = z.infer<typeof ClientConnection>;

const File = z.object({ connections: z.array(ClientConnection) });

export const connectionsPath = (machine: Machine): string => `${cairnFolder(machine)}/connections.json`;

/** Reads all connections made from this home folder. */
export async function readConnections(machine: Machine): Promise<readonly ClientConnection[]> {
  const text = await readConfig(connectionsPath(machine));
  if (text === undefined) return [];
  try {
    return File.parse(JSON.parse(text)).connections;
  } catch (cause) {
    throw new CommandFailure('failed', `${connectionsPath(machine)} cannot be read; move it away to start again`, {
      cause,
    });
  }
}

export async function writeConnections(machine: Machine, connections: readonly ClientConnection[]): Promise<void> {
  if (connections.length === 0) return rm(connectionsPath(machine), { force: true });
  await writeConfig(connectionsPath(machine), `${JSON.stringify({ connections }, null, 2)}\n`);
}

/** Tells whether two records are about the same place. A client has one connection per file and server name. */
export const isSamePlace = (one: ClientConnection, other: ClientConnection): boolean =>
  one.client === other.client && one.changes[0]?.file === other.changes[0]?.file && one.name === other.name;

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
