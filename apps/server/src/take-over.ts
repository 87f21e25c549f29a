import { setTimeout as delay } from 'node:timers/promises';
import { CairnError } from '@cairn/contracts';
import { readCliFile } from './cli-file.ts';

const GIVEN_WITHIN_MS = 20_000;
const POLL_INTERVAL_MS = 100;

/**
 * Opens a data folder. If the folder is used by a server that an agent's bridge started for itself, that server is
 * asked to stop by SIGTERM, and the bridges continue with this server. If a server of any other kind uses the folder,
 * throws `data/locked`, and names the command that opens it. `program` is the beginning of such a command.
 */
export async function openOrTakeOver<Opened>(
  { dataDir, program }: { readonly dataDir: string; readonly program: string },
  open: () => Promise<Opened>,
): Promise<Opened> {
  const giveUpAt = Date.now() + GIVEN_WITHIN_MS;
  for (let askedPid: number | undefined; ; await delay(POLL_INTERVAL_MS)) {
    try {
      return await open();
    } catch (error) {
      const isHeld = error instanceof CairnError && error.code === 'data/locked';
      const file = readCliFile(dataDir);
      if (!isHeld || !file) throw error;
      if (!file.yields || Date.now() > giveUpAt)
        throw isAlive(file.pid) ? lockedError(error, file.url, program) : error;
      if (askedPid !== file.pid) requestStop(file.pid);
      askedPid = file.pid;
    }
  }
}

const lockedError = (cause: CairnError, url: string, program: string): CairnError =>
  new CairnError('data/locked', `${cause.message}\nIts server is ${url}. Sign in: ${program} open`, { cause });

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** If the process does not exist any more, it has already released the folder. */
function requestStop(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
