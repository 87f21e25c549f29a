import { randomUUID } from 'node:crypto';
import { chmod, copyFile, mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { closeToOthers, modeOf, OWNER_ONLY } from '../files/file-modes.ts';

const BACKUPS_MAX = 100;

/** The text of a configuration file, or nothing when there is none. */
export async function readConfig(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Puts a whole text in the place of a file, or nothing of it. A link stays a link; without a mode, a file keeps its own, and a new one is for its owner alone. */
export async function writeConfig(path: string, text: string, givenMode?: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const place = await realpath(path).catch(() => path);
  const mode = givenMode ?? (await modeOf(place)) ?? OWNER_ONLY;
  const beside = `${place}.${randomUUID()}.tmp`;
  try {
    await writeFile(beside, text, { mode: OWNER_ONLY, flag: 'wx' });
    await chmod(beside, mode);
    await rename(beside, place);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

/** Keeps a copy beside the file, under a name that nothing had. It may hold keys, so that it is for its owner alone. */
export async function backUp(path: string): Promise<string> {
  for (let number = 1; number <= BACKUPS_MAX; number += 1) {
    const copy = `${path}.before-cairn${number === 1 ? '' : `-${number}`}`;
    if ((await stat(copy).catch(() => undefined)) !== undefined) continue;
    await copyFile(path, copy);
    await closeToOthers(copy);
    return copy;
  }
  throw new Error(`there are ${BACKUPS_MAX} backups of ${path} already`);
}
