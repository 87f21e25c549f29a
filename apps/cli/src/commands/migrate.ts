import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { formatCount, CairnError } from '@cairn/contracts';
import type { Command } from 'commander';
import { checkAnswers, type CheckReport } from '../migration/check-answers.ts';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { CommandFailure, exitCodes } from '../context/exit-codes.ts';
import { readKeyFile } from '../server/key-file.ts';
import { parseNumber } from '../context/parse-options.ts';
import { printResult, type Printer } from '../terminal/printer.ts';
import { stepProgress, type StepProgress } from '../terminal/step-progress.ts';
import { neutraliseForTerminal } from '../terminal/terminal-text.ts';

type MoveReport = Awaited<ReturnType<(typeof import('@cairn/backends/move-data'))['moveData']>>;

interface Options extends GlobalOptions {
  readonly from?: string;
  readonly to?: string;
  readonly dryRun?: boolean;
  readonly check?: string;
  readonly questions: number;
}

const QUESTIONS_DEFAULT = 50;
const STOP_SERVER_NOTE =
  'The folder must not change while it is moved. Stop the server (Ctrl-C where it runs, docker compose stop, or kill with that number), then run this again.';

export function addMigrate(program: Command, context: CliContext): void {
  program
    .command('migrate')
    .description(
      'Move a data folder into the Postgres of a cluster, and prove that all of it is there. Run it again to carry on, or to prove it again; the folder stays as it is.',
    )
    .option('--from <dir>', 'the data folder (default: --data-dir)')
    .option('--to <url>', 'an empty database, postgres://... (default: POSTGRES_URL)')
    .option('--dry-run', 'look at both sides and change nothing')
    .option('--check <address>', 'ask the folder and the running cluster at this address the same, and compare')
    .option('--questions <number>', 'how many', parseNumber, QUESTIONS_DEFAULT)
    .action(async (_, self: Command) => migrateFolder(context, self.optsWithGlobals()));
}

async function migrateFolder(context: CliContext, options: Options): Promise<void> {
  const dataDir = resolve(options.from ?? options.dataDir);
  if (!existsSync(dataDir)) throw new CommandFailure('failed', `${dataDir} is no folder`);
  const to = options.to ?? (options.check === undefined ? context.env['POSTGRES_URL'] : undefined);
  if (to === undefined && options.check === undefined)
    throw new CommandFailure('usage', 'say where to: --to postgres://..., or --check with the address of a cluster');
  const progress = stepProgress(context, { quiet: options.json ?? false });
  try {
    const move = to === undefined ? undefined : await moveTo(context, { dataDir, to, options }, progress);
    const answers =
      options.check === undefined
        ? undefined
        : await checkMove(context, { dataDir, url: options.check, options }, progress);
    progress.end();
    printResult(context, options, { move, answers }, (printer) => {
      if (move) printMove(printer, move);
      if (answers) printAnswers(printer, answers);
    });
    context.exitCode = exitCodeOf(context, move, answers);
  } catch (error) {
    throw describeMoveFailure(error);
  } finally {
    progress.end();
  }
}

async function moveTo(
  context: CliContext,
  { dataDir, to, options: { dryRun } }: { dataDir: string; to: string; options: Options },
  progress: StepProgress,
): Promise<MoveReport> {
  const { moveData } = await import('@cairn/backends/move-data');
  const onProgress = ({ step, done, total }: { step: string; done: number; total: number }) =>
    progress.at(step, done, total);
  return moveData(dataDir, { url: to, dryRun, signal: context.interrupted, onProgress });
}

async function checkMove(
  context: CliContext,
  { dataDir, url, options }: { dataDir: string; url: string; options: Options },
  progress: StepProgress,
): Promise<CheckReport> {
  const key = options.key ?? context.env['CAIRN_KEY'] ?? (await readKeyFile(dataDir))?.key;
  if (key === undefined) throw new CommandFailure('usage', 'a check needs a key of the folder: --key or CAIRN_KEY');
  return checkAnswers(context, { dataDir, url, key, questions: options.questions }, progress);
}

const headlines: Record<MoveReport['ended'], string> = {
  moved: 'Moved.',
  'moved-before': 'Everything was moved before.',
  'would-move': 'Nothing was changed. This would be moved:',
  interrupted: 'Interrupted. Run the same command again to carry on.',
};

function printMove({ line, colors }: Printer, { ended, rows, copied, copiedInMs, proof }: MoveReport): void {
  line(colors.bold(headlines[ended]));
  for (const [table, count] of Object.entries(rows)) line(`  ${table.padEnd(16)} ${count} rows`);
  if (copied > 0) line(`${copied} rows copied in ${(copiedInMs / 1000).toFixed(1)} s`);
  if (!proof) return;
  line('Items on both sides, by organisation, state and kind:');
  for (const { orgId, what, from, to, isEqual } of proof.items)
    line(`  ${orgId}  ${what.padEnd(20)} ${from} ${isEqual ? '=' : colors.red('but')} ${to}`);
  for (const { orgId, what, from, to } of proof.tables.filter(({ isEqual }) => !isEqual))
    line(colors.red(`  ${orgId}  table ${what} differs: ${from} rows here, ${to} there`));
  line(proof.isEqual ? colors.green('Every row is the same on both sides.') : colors.red(DIFFERENT_ANSWERS_NOTE));
}

const DIFFERENT_ANSWERS_NOTE =
  'The two sides differ: one was written since it was moved. If nobody did that, move the folder into a new database.';

function printAnswers({ line, colors }: Printer, { asked, equal, reordered, different, index }: CheckReport): void {
  if (index.pending + index.dead > 0)
    line(colors.yellow(`${formatCount(index.pending, 'item')} still to be indexed, ${index.dead} given up`));
  line(colors.bold(`${equal} of ${asked} questions have equal answers, ${reordered} the same items in another order`));
  for (const { query } of different) line(`  ${colors.red('different')} ${neutraliseForTerminal(query)}`);
}

function exitCodeOf(context: CliContext, move: MoveReport | undefined, answers: CheckReport | undefined): number {
  if (context.interrupted.aborted) return exitCodes.interrupted.code;
  const isProven = move?.proof?.isEqual ?? true;
  const isEqual = !answers || (answers.asked > 0 && answers.equal === answers.asked);
  return isProven && isEqual ? exitCodes.done.code : exitCodes.failed.code;
}

/** Converts an error into a failure that names the remedy. */
function describeMoveFailure(error: unknown): unknown {
  if (!(error instanceof CairnError)) return error;
  if (error.code === 'data/locked') return new CommandFailure('failed', `${error.message}\n${STOP_SERVER_NOTE}`);
  const { message: cause } = (error.cause ?? {}) as { message?: unknown };
  const why = typeof cause === 'string' && cause !== '' ? ` (${cause})` : '';
  return new CommandFailure('failed', `${error.message}${why}`, { cause: error });
}
