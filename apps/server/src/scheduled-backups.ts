import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BACKUP_SCHEDULE_FILE, BACKUP_STATE_FILE, backupEveryMs, BackupSchedule, BackupState } from '@cairn/contracts';
import type { z } from 'zod';

/** Pause after a failed backup until the next attempt, if that comes before the next one of the schedule. */
const RETRY_MS = 600_000;
const OUTPUT_BYTES_MAX = 1_000_000;

export interface BackupOptions {
  readonly dataDir: string;
  /** Schedule of the settings; undefined: the one that `cairn backup --every` left in the data folder. */
  readonly schedule: BackupSchedule | undefined;
  /** Makes one backup; rejects with the reason if it fails. */
  readonly backUp: (schedule: BackupSchedule) => Promise<void>;
  readonly now?: () => number;
}

/** Makes backups of a data folder by a schedule. It notes the state in the folder, for Health of the console. */
export class ScheduledBackups {
  private attemptedAt = 0;

  constructor(private readonly options: BackupOptions) {}

  /** Makes a backup if one is due. */
  async run(): Promise<void> {
    const { dataDir, backUp, now = Date.now } = this.options;
    const schedule = this.options.schedule ?? (await readJson(join(dataDir, BACKUP_SCHEDULE_FILE), BackupSchedule));
    const stateFile = join(dataDir, BACKUP_STATE_FILE);
    if (!schedule) return rm(stateFile, { force: true });
    const state = await readJson(stateFile, BackupState);
    // A backup in another place does not count: nobody knows whether it is still there.
    const former = state?.to === schedule.to ? state : { lastAt: null, problem: null };
    const note = (lastAt: number | null, problem: string | null) =>
      writeFile(stateFile, JSON.stringify({ ...schedule, lastAt, problem }), { mode: 0o600 });
    if (!this.isDue(schedule, former.lastAt, now())) return note(former.lastAt, former.problem);
    this.attemptedAt = now();
    try {
      await backUp(schedule);
      await note(this.attemptedAt, null);
    } catch (error) {
      await note(former.lastAt, error instanceof Error ? error.message : String(error));
      throw error;
    }
  }

  private isDue({ every }: BackupSchedule, lastAt: number | null, now: number): boolean {
    const everyMs = backupEveryMs(every);
    return now - (lastAt ?? 0) >= everyMs && now - this.attemptedAt >= Math.min(RETRY_MS, everyMs);
  }
}

/**
 * Makes a backup by the command line in a process of its own, since reading the whole copy through would stop this one for as
 * long.
 */
export function backUpByCommand(cli: string, dataDir: string): BackupOptions['backUp'] {
  return ({ to, keep }) => {
    const place = to.startsWith('s3://') ? to : `${to}/`;
    const args = [cli, 'backup', place, '--keep', String(keep), '--data-dir', dataDir];
    return new Promise((resolve, reject) => {
      execFile(process.execPath, args, { maxBuffer: OUTPUT_BYTES_MAX }, (error, _, stderr) =>
        error ? reject(new Error(stderr.trim() || error.message, { cause: error })) : resolve(),
      );
    });
  };
}

async function readJson<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema> | undefined> {
  try {
    return schema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return undefined;
  }
}
