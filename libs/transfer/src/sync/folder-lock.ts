import { TransferFailure } from '../failure.ts';
import { hashOf, type SafeFolder } from './safe-folder.ts';
import { LOCK_FILE } from './sync-scope.ts';

/**
 * Locks a folder, so that only one process at a time syncs it, and returns a function that releases the lock. The lock of a
 * process that has ended is taken over.
 */
export function lockFolder(folder: SafeFolder): () => void {
  const own = Buffer.from(String(process.pid));
  const lock = folder.read(LOCK_FILE)?.bytes;
  const holder = Number(lock?.toString('utf8'));
  if (lock && holder !== process.pid && isRunning(holder))
    throw new TransferFailure(`${folder.root} is being synced by process ${holder}`);
  folder.write(LOCK_FILE, own, lock && hashOf(lock), LOCK_FILE);
  return () => folder.remove(LOCK_FILE, hashOf(own), LOCK_FILE);
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
