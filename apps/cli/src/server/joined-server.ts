import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { cairnFolder } from '@cairn/connect';
import { z } from 'zod';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { DEFAULT_DATA_DIR } from '../context/own-command.ts';
import { OWNER_ONLY } from '../files/file-modes.ts';

/** Server of a team that the person of this user account joined, with the person's own key. */
const JoinedServer = z.object({
  url: z.url(),
  key: z.string().min(1),
  name: z.string(),
  joinedAt: z.number(),
});
export type JoinedServer = z.infer<typeof JoinedServer>;

type Place = Pick<CliContext, 'env' | 'home' | 'defaultDataDir'>;

/** File with the joined server. It contains a key, so only its owner may read it. */
export const joinedServerPath = (place: Place): string => `${cairnFolder(place)}/server.json`;

/** Reads the joined server; undefined if this user joined none. */
export async function readJoinedServer(place: Place): Promise<JoinedServer | undefined> {
  try {
    return JoinedServer.parse(JSON.parse(await readFile(joinedServerPath(place), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Keeps the joined server in place of a former one. */
export async function writeJoinedServer(place: Place, server: JoinedServer): Promise<void> {
  const path = joinedServerPath(place);
  await mkdir(dirname(path), { recursive: true });
  // The file is written under a different name and then renamed, so that no reader sees an incomplete file.
  await writeFile(`${path}.new`, `${JSON.stringify(server, null, 2)}\n`, { mode: OWNER_ONLY });
  await rename(`${path}.new`, path);
}

/**
 * Finds the joined server if commands use it: no data folder was named, and the default folder holds no data of its own.
 */
export async function findJoinedServer(place: Place, { dataDir }: GlobalOptions): Promise<JoinedServer | undefined> {
  return isDefaultFolder(place, dataDir) && !holdsData(dataDir) ? readJoinedServer(place) : undefined;
}

const isDefaultFolder = ({ defaultDataDir = DEFAULT_DATA_DIR }: Place, dataDir: string): boolean =>
  resolve(dataDir) === resolve(defaultDataDir);

/** Tells whether a store was made in the folder before. */
export const holdsData = (dataDir: string): boolean => existsSync(join(dataDir, 'cairn.db'));
