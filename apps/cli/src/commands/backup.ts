import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import {
  BACKUP_SCHEDULE_FILE,
  BackupEvery,
  BackupKeep,
  BACKUPS_KEPT,
  CairnError,
  formatCount,
  type BackupSchedule,
} from '@cairn/contracts';
import { InvalidArgumentError, type Command } from 'commander';
import { backupName, removeOldBackups, type BackupPlace } from '../backup/backup-place.ts';
import { isS3, openPlace } from '../backup/open-place.ts';
import { downloadFromS3, uploadToS3 } from '../backup/s3-place.ts';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { CommandFailure } from '../context/exit-codes.ts';
import { parseNumber } from '../context/parse-options.ts';
import { printResult, type Printer } from '../terminal/printer.ts';
import { neutraliseForTerminal } from '../terminal/terminal-text.ts';

type Report = Awaited<ReturnType<(typeof import('@cairn/backends/data-folder'))['backupFolder']>>;

interface BackupOptions extends GlobalOptions {
  readonly to?: string;
  readonly every?: string;
  readonly keep?: number;
}

export function addBackup(program: Command, context: CliContext): void {
  const backup = program
    .command('backup')
    .argument('[place]', 'a new file; or a folder or s3://bucket/prefix, in which the file is named by the time')
    .description(
      'Copy the data folder into one file while the server runs, as of one moment, and verify the copy. {cairn backup restore FILE} restores it',
    )
    .option('--to <place>', 'the same as the argument')
    .option('--keep <number>', `keep this many of the backups in the place (with --every: ${BACKUPS_KEPT})`, parseKeep)
    .option(
      '--every <time>',
      'make none now: the server makes one each 12h, 1d, 2w and so on from now on; off ends that',
      parseEvery,
    )
    .action(async (place: string | undefined, _, self: Command) => {
      const options = self.optsWithGlobals<BackupOptions>();
      const to = place ?? options.to;
      if (options.every !== undefined) return scheduleBackups(context, options, to);
      if (to === undefined) throw new CommandFailure('usage', 'Say where to: {cairn backup FOLDER}');
      return runBackup(context, options, to);
    });
  backup
    .command('restore')
    .argument('<file>', 'the file of a backup, or its s3:// address')
    .description('Replace the content of the data folder by that of a backup; the former content stays beside it')
    .action(async (file: string, _, self: Command) => restoreBackup(context, self.optsWithGlobals(), file));
}

const OFF = 'off';

function parseEvery(text: string): string {
  if (text === OFF || BackupEvery.safeParse(text).success) return text;
  throw new InvalidArgumentError('It must be a time such as 12h, 1d or 2w, or off.');
}

function parseKeep(text: string): number {
  const keep = BackupKeep.safeParse(parseNumber(text));
  if (keep.success) return keep.data;
  throw new InvalidArgumentError('It must be a whole number of 1 or more.');
}

async function runBackup(context: CliContext, options: BackupOptions, to: string): Promise<void> {
  const place = await openPlace(to, context.env);
  if (options.keep !== undefined && !place)
    throw new CommandFailure('usage', `--keep: ${JSON.stringify(to)} is no folder (a new one ends with /)`);
  const report = await convertErrors(() => (isS3(to) ? backUpToS3 : backUpToFile)(context, options, { to, place }));
  const removed = place && options.keep !== undefined ? await removeOldBackups(place, options.keep) : [];
  printResult(context, options, { ...report, removed }, (printer) => {
    printer.line(
      `Backed up to ${neutraliseForTerminal(report.file)}: ${sizeOf(report.bytes)}, read through and whole.`,
    );
    printContent(printer, report);
    if (removed.length > 0) printer.line(`  removed ${formatCount(removed.length, 'older backup')}`);
  });
}

interface Target {
  readonly to: string;
  /** Place of several backups; undefined if `to` names one file. */
  readonly place: BackupPlace | undefined;
}

async function backUpToFile(_: CliContext, { dataDir }: GlobalOptions, { to, place }: Target): Promise<Report> {
  const { backupFolder } = await import('@cairn/backends/data-folder');
  return backupFolder(resolve(dataDir), place ? join(to, backupName(new Date())) : to);
}

/** Makes and verifies the backup in a folder of its own, and uploads it from there. */
async function backUpToS3({ env }: CliContext, { dataDir }: GlobalOptions, { to, place }: Target): Promise<Report> {
  const { backupFolder } = await import('@cairn/backends/data-folder');
  const name = backupName(new Date());
  return inTemporaryFolder(async (folder) => {
    const report = await backupFolder(resolve(dataDir), join(folder, name));
    const file = place ? await place.put(report.file, name) : await uploadToS3(report.file, to, env);
    return { ...report, file };
  });
}

async function inTemporaryFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-backup-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Leaves the schedule in the data folder, where its server finds it within a minute, or ends it. */
async function scheduleBackups(context: CliContext, options: BackupOptions, to: string | undefined): Promise<void> {
  const { every = OFF, keep = BACKUPS_KEPT } = options;
  const file = join(resolve(options.dataDir), BACKUP_SCHEDULE_FILE);
  if (every === OFF) {
    await rm(file, { force: true });
    return printResult(context, options, { schedule: null }, ({ line }) =>
      line('The server makes no backups by itself.'),
    );
  }
  if (to === undefined) throw new CommandFailure('usage', 'Say where to: {cairn backup --every 1d --to FOLDER}');
  const schedule: BackupSchedule = { every, keep, to: isS3(to) ? to : resolve(to) };
  if (isS3(to)) await openPlace(to, context.env);
  await writeFile(file, JSON.stringify(schedule), { mode: 0o600 }).catch((cause: NodeJS.ErrnoException) => {
    const why = cause.code === 'ENOENT' ? 'there is no such folder' : cause.message;
    throw new CommandFailure('failed', `No schedule for ${dirname(file)}: ${why}.`, { cause });
  });
  printResult(context, options, { schedule }, ({ line }) => {
    line(`The server of this folder backs it up every ${every} to ${neutraliseForTerminal(schedule.to)}`);
    line(
      `and keeps the newest ${keep}. It begins within a minute, or when it is started; Health of the console shows it.`,
    );
    if (isS3(to)) line('The server itself needs the AWS_ variables in its environment too.');
  });
}

/** Replaces the content of the data folder by that of a backup, from a file or from `s3://bucket/key`. */
async function restoreBackup(context: CliContext, options: GlobalOptions, file: string): Promise<void> {
  const { restoreFolder } = await import('@cairn/backends/data-folder');
  const restore = async (from: string) => restoreFolder(resolve(from), resolve(options.dataDir));
  const report = await convertErrors(() =>
    isS3(file)
      ? inTemporaryFolder(async (folder) => {
          await downloadFromS3(file, join(folder, 'backup.db'), context.env);
          return restore(join(folder, 'backup.db'));
        })
      : restore(file),
  );
  printResult(context, options, report, (printer) => {
    printer.line(`Restored into ${neutraliseForTerminal(report.dataDir)}; the file was read through before and after.`);
    printContent(printer, report);
    if (report.kept)
      printer.line(`The former data is in ${neutraliseForTerminal(report.kept)}; remove it when you do not need it.`);
  });
}

function printContent({ line }: Printer, content: Omit<Report, 'file'>): void {
  const { messages, memories, notes, organisations } = content;
  line(
    `  ${formatCount(messages, 'message')}, ${formatCount(memories, 'memory', 'memories')}, ${formatCount(notes, 'note')} of ${formatCount(organisations, 'organisation')}`,
  );
}

const sizeOf = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** Turns faults of the data folder and of the bucket into failures that name them. */
async function convertErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    if (error instanceof CairnError || (error instanceof Error && /^S3/.test(error.name + error.message)))
      throw new CommandFailure('failed', error.message, { cause: error });
    throw error;
  }
}
