import { randomUUID } from 'node:crypto';
import { chmod, copyFile, mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { closeToOthers, modeOf, OWNER_ONLY } from '../files/file-modes.ts';

const BACKUPS_MAX = 100;

/** Reads a configuration file; undefined if it does not exist. */
export async function readConfig(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Replaces a file atomically; a link is followed. Without `givenMode`, an existing file keeps its mode, and a new file
 * is readable by its owner only.
 */
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

/** Copies the file under a new name into the same folder. The copy may contain keys, so only its owner can read it. */
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
