import { formatCount, DEFAULT_PROJECT } from '@cairn/contracts';
import { neutraliseJsonLine } from '@cairn/prompt';
import { InvalidArgumentError, type Command } from 'commander';
import { OVERWRITE_HELP } from '../context/overwrite.ts';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { exitCodes } from '../context/exit-codes.ts';
import { parseNumber } from '../context/parse-options.ts';
import { printMasked } from '../terminal/print-items.ts';
import { createPrinter, printResult, type Printer } from '../terminal/printer.ts';
import { withServer } from '../server/server-connection.ts';
import { syncFolder } from '@cairn/transfer/sync/sync-folder';
import type { PatternsReport } from '@cairn/transfer/sync/sync-patterns';
import type { SyncReport } from '@cairn/transfer/sync/sync-round';
import { neutraliseForTerminal } from '../terminal/terminal-text.ts';
import { visibilityOption, type Readers } from '../terminal/who-reads.ts';

type Options = GlobalOptions & {
  readonly workspace: string;
  readonly channel?: string;
  readonly project: string;
  readonly both?: boolean;
  readonly pull?: boolean;
  readonly watch?: boolean;
  readonly allowEmpty?: boolean;
  readonly overwrite?: boolean;
  readonly interval: number;
  readonly visibility?: Readers;
};

const SECOND_CHECK_MS = 1_000;
const QUIET_FOLDER_MS = 300;

export function addSync(program: Command, context: CliContext): void {
  program
    .command('sync')
    .argument('<dir>', 'a folder with Markdown files')
    .description(
      'Keep the Markdown files of a folder and a workspace in step. Changes go to the workspace, with --both also back. .gitignore holds; an edit on both sides keeps both texts (name.conflict-<version>.md)',
    )
    .option('-w, --workspace <name>', 'which workspace', 'default')
    .option('--channel <name>', 'needed for a workspace that is tied to a peer')
    .option('--project <name>', 'project of the patterns in .forge/memory/project.jsonl', DEFAULT_PROJECT)
    .option('--both', 'copy changes in both directions')
    .option('--pull', 'copy changes from the workspace to the folder only')
    .option('--watch', 'continue until interrupted')
    .option('--interval <seconds>', 'with --watch: how often the workspace is checked', parseSeconds, 5)
    .option('--allow-empty', 'let an empty folder or workspace delete the files of the other side')
    .option('--overwrite', OVERWRITE_HELP)
    .addOption(visibilityOption('who may read a workspace that is made: private (this key) or org (default: everyone)'))
    .action(async (dir: string, _, self: Command) => runSync(context, self.optsWithGlobals(), dir));
}

async function runSync(context: CliContext, options: Options, dir: string): Promise<void> {
  const { workspace, channel, project, visibility, both, pull, overwrite } = options;
  await withServer(context, options, async ({ client }) =>
    syncFolder(dir, client, {
      ...{ workspace, channel, project, overwrite, signal: context.interrupted, secondLookMs: SECOND_CHECK_MS },
      ...(visibility === 'private' && { visibility }),
      canPush: !pull || both === true,
      canPull: both === true || pull === true,
      allowEmpty: options.allowEmpty ?? false,
      ...(options.watch && { watch: { quietMs: QUIET_FOLDER_MS, everyMs: options.interval * 1_000 } }),
      onRound: (report, patterns) => reportRound(context, options, { ...report, ...(patterns && { patterns }) }),
    }),
  );
  if (context.interrupted.aborted && !options.watch) context.exitCode = exitCodes.interrupted.code;
}

type Round = SyncReport & { readonly patterns?: PatternsReport };

/** Prints a round; a watch prints nothing for rounds without changes. */
function reportRound(context: CliContext, options: Options, report: Round): void {
  const code = exitCodeOf(report);
  if (code !== exitCodes.done.code) context.exitCode = code;
  if (!options.watch) return printResult(context, options, report, (printer) => printRound(printer, report));
  if (isQuiet(report)) return;
  if (options.json) context.stdout.write(`${neutraliseJsonLine(report)}\n`);
  else printRound(createPrinter(context.stdout, context.env), report);
}

function exitCodeOf({ conflicts, failed, emptied }: SyncReport): number {
  if (failed.length > 0 || emptied !== undefined) return exitCodes.failed.code;
  return conflicts.length > 0 ? exitCodes.conflict.code : exitCodes.done.code;
}

const isQuiet = ({ pushed, pulled, deletedThere, deletedHere, conflicts, failed, leftOut, emptied, patterns }: Round) =>
  [pushed, pulled, deletedThere, deletedHere, conflicts, failed, leftOut].every((some) => some.length === 0) &&
  !emptied &&
  !patterns?.sent &&
  !patterns?.fetched;

const PATHS_SHOWN_MAX = 20;

function printRound(printer: Printer, report: Round): void {
  const { line, colors } = printer;
  const { pushed, pulled, deletedThere, deletedHere, conflicts, failed, leftOut, waiting, ahead, behind } = report;
  line(
    `${colors.bold(String(pushed.length))} sent, ${pulled.length} fetched, ${deletedThere.length} deleted there, ${deletedHere.length} deleted here`,
  );
  if (report.patterns) printPatterns(printer, report.patterns);
  printMasked(printer, report.masked);
  for (const { path, keptAs } of conflicts)
    line(
      `  ${colors.yellow('conflict')} ${neutraliseForTerminal(path)}: both changed; the other text is ${neutraliseForTerminal(keptAs)}`,
    );
  for (const { path, reason } of failed.slice(0, PATHS_SHOWN_MAX))
    line(`  ${colors.red('failed')} ${neutraliseForTerminal(path)}  ${neutraliseForTerminal(reason)}`);
  if (failed.length > PATHS_SHOWN_MAX) line(`  and ${failed.length - PATHS_SHOWN_MAX} more`);
  for (const path of leftOut.slice(0, PATHS_SHOWN_MAX))
    line(
      `  ${colors.yellow('left out')} ${neutraliseForTerminal(path)}  forgotten for good (--overwrite stores it again)`,
    );
  if (leftOut.length > PATHS_SHOWN_MAX) line(`  and ${leftOut.length - PATHS_SHOWN_MAX} more left out`);
  if (report.emptied)
    line(colors.red(`The ${report.emptied} has nothing left, so nothing was deleted. --allow-empty does it.`));
  if (waiting.length > 0)
    line(colors.dim(`${formatCount(waiting.length, 'file')} being written: the next run takes them`));
  if (behind > 0) line(colors.dim(`${formatCount(behind, 'note')} of the workspace not fetched; --both does`));
  if (ahead > 0) line(colors.dim(`${formatCount(ahead, 'file')} of the folder not sent; --both does`));
}

function printPatterns({ line, colors }: Printer, { sent, fetched, damaged, forgotten }: PatternsReport): void {
  line(`${sent} patterns sent, ${fetched} fetched`);
  if (forgotten > 0)
    line(
      colors.yellow(
        `${formatCount(forgotten, 'pattern')} left out, forgotten for good (--overwrite stores them again)`,
      ),
    );
  if (damaged > 0) line(colors.yellow(`${formatCount(damaged, 'line')} of .forge/memory no pattern; passed over`));
}

function parseSeconds(text: string): number {
  const value = parseNumber(text);
  if (value < 1 || value > 86_400) throw new InvalidArgumentError('It must be 1 to 86400 seconds.');
  return value;
}
