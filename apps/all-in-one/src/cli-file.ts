import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Identity } from '@cairn/ports';
import { z } from 'zod';

/** How the command line finds the running server: address and key, readable by the owner alone. */
const CliFile = z.object({ url: z.string(), key: z.string(), pid: z.number(), startedAt: z.number() });

const allPeers = ['*'];

/** Writes the command line's file, with the key it had if that still works. */
export async function writeCliFile(identity: Identity, dataDir: string, url: string): Promise<void> {
  const path = join(dataDir, 'cli.json');
  const key = (await workingKey(identity, path)) ?? (await newCliKey(identity));
  writeFileSync(path, JSON.stringify({ url, key, pid: process.pid, startedAt: Date.now() }), { mode: 0o600 });
  chmodSync(path, 0o600);
}

async function workingKey(identity: Identity, path: string): Promise<string | undefined> {
  try {
    const { key } = CliFile.parse(JSON.parse(readFileSync(path, 'utf8')));
    return (await identity.authenticate(key)) ? key : undefined;
  } catch {
    return undefined; // No file yet, or one that is not ours to trust: a new key is made.
  }
}

async function newCliKey(identity: Identity): Promise<string> {
  const { orgId } = await identity.firstOrganisation();
  const { key } = await identity.createKey({
    orgId,
    name: 'command line',
    kind: 'person',
    role: 'admin',
    peers: allPeers,
  });
  return key;
}
