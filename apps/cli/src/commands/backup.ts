import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { formatCount, CairnError } from '@cairn/contracts';
import type { Command } from 'commander';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { CommandFailure } from '../context/exit-codes.ts';
import { printResult, type Printer } from '../terminal/printer.ts';
import { neutraliseForTerminal } from '../terminal/terminal-text.ts';

type Content = Awaited<ReturnType<(typeof import('@cairn/backends/data-folder'))['backupFolder']>>;

export function addBackup(program: Command, context: CliContext): void {
  const backup = program
    .command('backup')
    .argument('<path>', 'a new file, or a folder, in which the file is named by the time')
    .description(
      'Copy the data folder into one file while the server runs, as of one moment, and verify the copy. {cairn backup restore FILE} restores it',
    )
    .action(async (path: string, _, self: Command) => runBackup(context, self.optsWithGlobals(), path));
  backup
    .command('restore')
    .argument('<file>', 'the file of a backup')
    .description('Replace the content of the data folder by that of a backup; the former content stays beside it')
    .action(async (file: string, _, self: Command) => restoreBackup(context, self.optsWithGlobals(), file));
}

async function runBackup(context: CliContext, options: GlobalOptions, path: string): Promise<void> {
  const { backupFolder } = await import('@cairn/backends/data-folder');
  const report = await convertErrors(() => backupFolder(resolve(options.dataDir), fileOf(path)));
  printResult(context, options, report, (printer) => {
    printer.line(
      `Backed up to ${neutraliseForTerminal(report.file)}: ${sizeOf(report.bytes)}, read through and whole.`,
    );
    printContent(printer, report);
  });
}

/** Path of the backup file. If `path` is a folder, the file in it gets a name that sorts by time. */
function fileOf(path: string): string {
  const isFolder = path.endsWith('/') || statSync(path, { throwIfNoEntry: false })?.isDirectory();
  return isFolder ? join(path, `cairn-${new Date().toISOString().replace(/[:.]/g, '-')}.db`) : path;
}

/** Replaces the content of the data folder by that of a backup. */
async function restoreBackup(context: CliContext, options: GlobalOptions, file: string): Promise<void> {
  const { restoreFolder } = await import('@cairn/backends/data-folder');
  const report = await convertErrors(async () => restoreFolder(resolve(file), resolve(options.dataDir)));
  printResult(context, options, report, (printer) => {
    printer.line(`Restored into ${neutraliseForTerminal(report.dataDir)}; the file was read through before and after.`);
    printContent(printer, report);
    if (report.kept)
      printer.line(`The former data is in ${neutraliseForTerminal(report.kept)}; remove it when you do not need it.`);
  });
}

function printContent({ line }: Printer, content: Content | Omit<Content, 'file'>): void {
  const { messages, memories, notes, organisations } = content;
  line(
    `  ${formatCount(messages, 'message')}, ${formatCount(memories, 'memory', 'memories')}, ${formatCount(notes, 'note')} of ${formatCount(organisations, 'organisation')}`,
  );
}

const sizeOf = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

async function convertErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CairnError) throw new CommandFailure('failed', error.message, { cause: error });
    throw error;
  }
}
