import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/**
 * File in which a server leaves its address and key for the command line on the same machine. The server writes it at its start
 * with mode 0600.
 */
export const KeyFile = z.object({ url: z.url(), key: z.string().min(1), pid: z.number().int(), startedAt: z.number() });
export type KeyFile = z.infer<typeof KeyFile>;

export const keyFilePath = (dataDir: string) => join(dataDir, 'cli.json');

/** Reads the key file of a data folder; undefined if there is no valid one. */
export async function readKeyFile(dataDir: string): Promise<KeyFile | undefined> {
  try {
    return KeyFile.parse(JSON.parse(await readFile(keyFilePath(dataDir), 'utf8')));
  } catch {
    return undefined;
  }
}
