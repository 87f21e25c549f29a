import { z } from 'zod';
import { EpochMs } from './vocabulary.ts';

const MS_BY_UNIT = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;
/** Least pause between two scheduled backups, in ms. */
const BACKUP_EVERY_MIN_MS = 60_000;

/** Length of time such as `12h`, `1d` or `2w`, as text. */
export const BackupEvery = z
  .string()
  .regex(/^[1-9]\d{0,3}[mhdw]$/)
  .describe('Pause between two backups: 30m, 12h, 1d or 2w');

/** Converts a pause between backups to ms. */
export const backupEveryMs = (every: string): number =>
  Math.max(BACKUP_EVERY_MIN_MS, Number(every.slice(0, -1)) * MS_BY_UNIT[every.slice(-1) as keyof typeof MS_BY_UNIT]);

/** Number of backups that are kept if nobody says otherwise. */
export const BACKUPS_KEPT = 14;
const BACKUPS_KEPT_MAX = 10_000;
export const BackupKeep = z.number().int().min(1).max(BACKUPS_KEPT_MAX);

/** Backups that the server of a data folder makes by itself. `to` is a folder, or `s3://bucket/prefix`. */
export const BackupSchedule = z.object({ every: BackupEvery, keep: BackupKeep, to: z.string().min(1) });
export type BackupSchedule = z.infer<typeof BackupSchedule>;

/** File of a data folder with the schedule that `cairn backup --every` made. */
export const BACKUP_SCHEDULE_FILE = 'cairn.backup-schedule.json';

/** Present schedule and its last results, which the server notes. */
export const BackupState = z.object({
  ...BackupSchedule.shape,
  lastAt: EpochMs.nullable().describe('Time of the last scheduled backup that was made; null: none yet'),
  problem: z.string().nullable().describe('Why the last attempt failed; null: it did not'),
});
export type BackupState = z.infer<typeof BackupState>;

/** File of a data folder in which the server notes the state of its scheduled backups. */
export const BACKUP_STATE_FILE = 'cairn.backup-state.json';
