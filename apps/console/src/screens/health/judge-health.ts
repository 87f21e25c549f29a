/** Measured facts about the server. */
export interface HealthFacts {
  readonly now: number;
  /** Beginning of a command of Cairn. */
  readonly program: string;
  /** Deliveries that were given up. */
  readonly failed: number;
  /** Age of the oldest delivery that waits, in ms. */
  readonly oldestMs: number;
  /** Items whose vectors nobody makes, since no model runs. */
  readonly withoutModel: number;
  readonly disk: { readonly freeBytes: number; readonly totalBytes: number } | null;
  /** True where the store is a folder, which `cairn backup` copies. */
  readonly isFolder: boolean;
  readonly backupAt: number | null;
  /** Why the last scheduled backup failed; null if it did not, or if there is no schedule. */
  readonly backupProblem: string | null;
  readonly lateHooks: number;
}

interface Problem {
  readonly problem: string;
  readonly step: string;
}

const SLOW_MS = 10 * 60_000;
const DAY_MS = 86_400_000;
const BACKUP_DAYS_MAX = 7;
const FREE_SHARE_MIN = 0.1;
const LATE_MIN = 10;

/** Finds what is wrong, with the next step for each. Empty if all is well. */
export function judgeHealth(facts: HealthFacts): Problem[] {
  const { now, program, failed, oldestMs, withoutModel, disk, isFolder, backupAt, backupProblem, lateHooks } = facts;
  const backUp = `Let the server make one each day: ${program} backup --every 1d --to FOLDER`;
  const days = backupAt === null ? undefined : Math.floor((now - backupAt) / DAY_MS);
  const checks: readonly (readonly [boolean, Problem])[] = [
    [
      failed > 0,
      {
        problem: `${failed} deliveries to the indexes failed for good`,
        step: 'Mend their cause and try them again below.',
      },
    ],
    [
      oldestMs > SLOW_MS,
      {
        problem: `Indexing is ${Math.round(oldestMs / 60_000)} minutes behind`,
        step: 'Look at the queues below; a busy machine or a stopped worker is the usual cause.',
      },
    ],
    [
      disk !== null && disk.freeBytes < disk.totalBytes * FREE_SHARE_MIN,
      { problem: 'The disk is almost full', step: 'Free space, or move the data folder to a larger disk.' },
    ],
    [isFolder && days === undefined, { problem: 'No backup is known', step: backUp }],
    [
      backupProblem !== null,
      { problem: 'The last scheduled backup failed', step: `It is tried again within minutes: ${backupProblem}` },
    ],
    [days !== undefined && days > BACKUP_DAYS_MAX, { problem: `The last backup is ${days} days old`, step: backUp }],
    [
      lateHooks >= LATE_MIN,
      {
        problem: `${lateHooks} answers came too late for hooks`,
        step: 'Agents went on without them. Look at the time of recalls.',
      },
    ],
    [
      withoutModel > 0,
      {
        problem: 'No embedding model runs, so that only words are searched',
        step: 'Set CAIRN_EMBEDDER and start again.',
      },
    ],
  ];
  return checks.flatMap(([isWrong, problem]) => (isWrong ? [problem] : []));
}
