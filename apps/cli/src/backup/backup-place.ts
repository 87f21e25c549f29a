/** Place with backups of one data folder: a folder, or a bucket of an S3-compatible store with a prefix. */
export interface BackupPlace {
  /** Names of all files there, without the folder or the prefix. */
  list(): Promise<string[]>;
  /** Puts a file there and returns its address. */
  put(file: string, name: string): Promise<string>;
  remove(name: string): Promise<void>;
}

/** Name of a backup of this moment; names sort by time. */
export const backupName = (now: Date): string => `cairn-${now.toISOString().replace(/[:.]/g, '-')}.db`;
const BACKUP_NAME = /^cairn-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.db$/;

/** Removes all backups but the newest ones, and returns the removed names. Other files stay. */
export async function removeOldBackups(place: BackupPlace, keep: number): Promise<string[]> {
  const backups = (await place.list()).filter((name) => BACKUP_NAME.test(name)).toSorted();
  const old = backups.slice(0, Math.max(0, backups.length - keep));
  for (const name of old) await place.remove(name);
  return old;
}
