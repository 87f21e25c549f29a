import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { cairnFolder, type Machine } from '@cairn/connect';
import { z } from 'zod';
import { CommandFailure } from '../context/exit-codes.ts';
import { readConfig, writeConfig } from './config-file.ts';

/** One file that `cairn connect` changed, with what it takes to change it back. */
const Change = z.object({
  file: z.string(),
  /** Absent: the file was not there before. */
  backup: z.string().optional(),
  /** What others than its owner were allowed before. */
  mode: z.number().int().optional(),
  /** SHA-256 of the text that was written. */
  written: z.string(),
  /** The entry of a server; or the hooks that run this command. */
  what: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('entry'),
      format: z.enum(['json', 'toml']),
      path: z.array(z.string()),
      addedTables: z.number().int(),
      /** What stood there. */
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
  /** The key that was made for it. */
  keyId: z.string().optional(),
  connectedAt: z.number(),
  changes: z.array(Change),
});
/** What `cairn connect` did for one client. */
export type Connected = z.infer<typeof Connected>;

const File = z.object({ connections: z.array(Connected) });

export const connectionsPath = (machine: Machine): string => `${cairnFolder(machine)}/connections.json`;

/** Everything that is connected from this home. */
export async function readConnections(machine: Machine): Promise<readonly Connected[]> {
  const text = await readConfig(connectionsPath(machine));
  if (text === undefined) return [];
  try {
    return File.parse(JSON.parse(text)).connections;
  } catch (cause) {
    throw new CommandFailure('failed', `${connectionsPath(machine)} cannot be read; move it away to begin anew`, {
      cause,
    });
  }
}

export async function writeConnections(machine: Machine, connections: readonly Connected[]): Promise<void> {
  if (connections.length === 0) return rm(connectionsPath(machine), { force: true });
  await writeConfig(connectionsPath(machine), `${JSON.stringify({ connections }, null, 2)}\n`);
}

/** Whether two stand for the same place: a client has one connection for each file. */
export const isSamePlace = (one: Connected, other: Connected): boolean =>
  one.client === other.client && one.changes[0]?.file === other.changes[0]?.file && one.name === other.name;

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
