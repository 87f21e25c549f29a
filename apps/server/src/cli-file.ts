import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLineKey, type FirstKeyOptions } from '@cairn/service-admin';
import type { Identity } from '@cairn/store';
import { z } from 'zod';

/**
 * File by which the command line finds the running server. The file contains the address and an admin key, so only its
 * owner can read it.
 */
const CliFile = z.object({
  url: z.string(),
  key: z.string(),
  pid: z.number(),
  startedAt: z.number(),
  /** Certificate of the server, if it speaks https. The command line on this machine trusts it. */
  certFile: z.string().optional(),
  /** True when this server gives up the data folder to a server that a person starts. */
  yields: z.boolean().optional(),
});
type CliFile = z.infer<typeof CliFile>;

const pathOf = (dataDir: string) => join(dataDir, 'cli.json');

/**
 * Writes the file for the command line. If the former admin key still works, it is kept, so that the folder's owner
 * always has access.
 */
export async function writeCliFile(
  { identity, ...options }: FirstKeyOptions & { readonly identity: Identity },
  dataDir: string,
  { url, certFile, yields = false }: Pick<CliFile, 'url' | 'certFile' | 'yields'>,
): Promise<void> {
  const path = pathOf(dataDir);
  const key = (await workingKey(identity, dataDir)) ?? (await commandLineKey(options));
  const file: CliFile = { url, key, pid: process.pid, startedAt: Date.now(), certFile, yields };
  // The file is written under a different name and then renamed, so that no reader sees an incomplete file.
  writeFileSync(`${path}.new`, JSON.stringify(file), { mode: 0o600 });
  chmodSync(`${path}.new`, 0o600);
  renameSync(`${path}.new`, path);
}

/** Reads the file that the last server of the folder wrote; undefined if it is missing or invalid. */
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
