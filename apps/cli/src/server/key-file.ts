import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** How a server tells the command line of the same machine where it is: written at its start, with mode 0600. */
export const KeyFile = z.object({ url: z.url(), key: z.string().min(1), pid: z.number().int(), startedAt: z.number() });
export type KeyFile = z.infer<typeof KeyFile>;

export const keyFilePath = (dataDir: string) => join(dataDir, 'cli.json');

/** The key file of a data folder, or nothing when there is none that can be read. */
export async function readKeyFile(dataDir: string): Promise<KeyFile | undefined> {
  try {
    return KeyFile.parse(JSON.parse(await readFile(keyFilePath(dataDir), 'utf8')));
  } catch {
    return undefined;
  }
}
