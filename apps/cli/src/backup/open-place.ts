import { readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { BackupPlace } from './backup-place.ts';
import { s3Place } from './s3-place.ts';

type Env = Readonly<Record<string, string | undefined>>;

export const isS3 = (place: string): boolean => place.startsWith('s3://');

/** Opens a place; undefined if the address names a file and not a place. */
export async function openPlace(address: string, env: Env): Promise<BackupPlace | undefined> {
  if (isS3(address)) return address.endsWith('.db') ? undefined : s3Place(address, env);
  const found = await stat(address).catch(() => undefined);
  return address.endsWith('/') || found?.isDirectory() ? folderPlace(resolve(address)) : undefined;
}

const folderPlace = (folder: string): BackupPlace => ({
  list: () => readdir(folder),
  put: async (file) => file,
  remove: (name) => rm(join(folder, name), { force: true }),
});
