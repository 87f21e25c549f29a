import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Identity } from '@cairn/ports';
import { newAdminKey } from '@cairn/service-ingest';
import { z } from 'zod';

/** How the command line finds the running server: address and key, readable by the owner alone. */
const CliFile = z.object({
  url: z.string(),
  key: z.string(),
  pid: z.number(),
  startedAt: z.number(),
  /** The server gives the folder to one that a person starts. */
  yields: z.boolean().optional(),
});
type CliFile = z.infer<typeof CliFile>;

const pathOf = (dataDir: string) => join(dataDir, 'cli.json');

/** Writes the command line's file, with the key it had if that still works: an admin's, so that whoever holds the folder can get in. */
export async function writeCliFile(
  identity: Identity,
  dataDir: string,
  { url, yields = false }: Pick<CliFile, 'url' | 'yields'>,
): Promise<void> {
  const path = pathOf(dataDir);
  const key = (await workingKey(identity, dataDir)) ?? (await newAdminKey(identity, 'command line'));
  const file: CliFile = { url, key, pid: process.pid, startedAt: Date.now(), yields };
  // A reader must never see half of it.
  writeFileSync(`${path}.new`, JSON.stringify(file), { mode: 0o600 });
  chmodSync(`${path}.new`, 0o600);
  renameSync(`${path}.new`, path);
}

/** The file that the last server of a folder wrote; nothing where there is none, or none to trust. */
export function readCliFile(dataDir: string): CliFile | undefined {
  try {
    return CliFile.parse(JSON.parse(readFileSync(pathOf(dataDir), 'utf8')));
  } catch {
    return undefined;
  }
}

async function workingKey(identity: Identity, dataDir: string): Promise<string | undefined> {
  const key = readCliFile(dataDir)?.key;
  const holder = key === undefined ? undefined : await identity.authenticate(key).catch(() => undefined);
  return holder?.role === 'admin' ? key : undefined;
}
