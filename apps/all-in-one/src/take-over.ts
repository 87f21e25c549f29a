import { setTimeout as delay } from 'node:timers/promises';
import { CairnError } from '@cairn/contracts';
import { readCliFile } from './cli-file.ts';

const GIVEN_WITHIN_MS = 20_000;
const LOOK_MS = 100;

/**
 * Opens a data folder. One that is held by a server which an agent's bridge started for itself is asked for: that server
 * ends as after any SIGTERM, and the bridges go on with this one. Anybody else's folder is `data/locked`.
 */
export async function openOrTakeOver<Opened>(dataDir: string, open: () => Promise<Opened>): Promise<Opened> {
  const giveUpAt = Date.now() + GIVEN_WITHIN_MS;
  for (let asked: number | undefined; ; await delay(LOOK_MS)) {
    try {
      return await open();
    } catch (error) {
      const isHeld = error instanceof CairnError && error.code === 'data/locked';
      const file = readCliFile(dataDir);
      if (!isHeld || !file?.yields || Date.now() > giveUpAt) throw error;
      if (asked !== file.pid) ask(file.pid);
      asked = file.pid;
    }
  }
}

/** One that is gone already has given the folder. */
function ask(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
