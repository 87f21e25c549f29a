import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { cairnFolder, type Machine } from '@cairn/connect';
import { z } from 'zod';
import { CommandFailure } from '../context/exit-codes.ts';
import { readConfig, writeConfig } from './config-file.ts';

/** Record of one changed file, with the data needed to undo the change. */
const Change = z.object({
  file: z.string(),
  /** Path of the backup; absent if the file did not exist before. */
  backup: z.string().optional(),
  /** Former mode of the file, if it was open to others. */
  mode: z.number().int().optional(),
  /** SHA-256 of the written text. */
  written: z.string(),
  /** Kind of change: a server's entry, the hooks that run a command, or a whole file. */
  what: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('entry'),
      format: z.enum(['json', 'toml']),
      path: z.array(z.string()),
      addedTables: z.number().int(),
      /** Former value of the entry. */
      former: z.unknown().optional(),
    }),
    z.object({ kind: z.literal('hooks'), command: z.string() }),
    z.object({ kind: z.literal('file') }),
  ]),
});
export type Change = z.infer<typeof Change>;

const Connected = z.object({
  client: z.string(),
  scope: z.enum(['user', 'project']),
  name: z.string(),
  server: z.string(),
  /** Id of the key that was created for the connection. */
  keyId: z.string().optional(),
  connectedAt: z.number(),
  changes: z.array(Change),
});
/** Record of a connected client: its key and the changed files. */
export type Connected = z.infer<typeof Connected>;

const File = z.object({ connections: z.array(Connected) });

export const connectionsPath = (machine: Machine): string => `${cairnFolder(machine)}/connections.json`;

/** Reads all connections made from this home folder. */
export async function readConnections(machine: Machine): Promise<readonly Connected[]> {
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

export async function writeConnections(machine: Machine, connections: readonly Connected[]): Promise<void> {
  if (connections.length === 0) return rm(connectionsPath(machine), { force: true });
  await writeConfig(connectionsPath(machine), `${JSON.stringify({ connections }, null, 2)}\n`);
}

/** Tells whether two records mean the same place: a client has one connection per file and name. */
export const isSamePlace = (one: Connected, other: Connected): boolean =>
  one.client === other.client && one.changes[0]?.file === other.changes[0]?.file && one.name === other.name;

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
