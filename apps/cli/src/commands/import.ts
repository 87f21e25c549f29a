import { stat } from 'node:fs/promises';
import {
  claudeCodeProjects,
  findClaudeCodeTranscripts,
  findNeutralJsonl,
  readClaudeCodeTranscripts,
  readNeutralJsonl,
  type ImportFile,
  type Parsed,
  type ReadOptions,
} from '@cairn/importers';
import type { Command } from 'commander';
import type { CliContext, GlobalOptions } from '../cli-context.ts';
import { CommandFailure, exitCodes } from '../exit-codes.ts';
import { importProgress } from '../import-progress.ts';
import { runImport, type ImportOptions, type ImportReport } from '../import-run.ts';
import { printResult, type Printer } from '../printer.ts';
import { withServer, type ServerConnection } from '../server-connection.ts';
import { plain } from '../terminal-text.ts';
import { indexLag, waitIndexed, type IndexLag } from '../wait-indexed.ts';

const FILES_NAMED = 6;

interface Importer {
  readonly files: readonly ImportFile[];
  readonly read: (options: ReadOptions) => AsyncIterable<Parsed>;
  readonly conflicts: ImportOptions['conflicts'];
}

type Options = GlobalOptions & { readonly wait?: boolean };

export function addImport(program: Command, context: CliContext): void {
  const command = program
    .command('import')
    .description('Import what others wrote. Importing again is harmless: only what is new is added.');
  command
    .command('jsonl')
    .argument('<dir>', 'a folder with messages.jsonl(.gz) or memories.jsonl(.gz), or one that holds such folders')
    .description('Import messages and memories in the neutral JSONL format')
    .option('--wait', 'wait until everything can be found by words and by meaning')
    .action(async (dir: string, _, self: Command) =>
      importFrom(context, self.optsWithGlobals(), await neutralJsonl(dir)),
    );
  command
    .command('claude-code')
    .argument('[path]', "a transcript, a project's folder, or all projects (default: where Claude Code keeps them)")
    .description(
      'Import what you and Claude Code said to each other; tool calls, <private> spans and keys are left out',
    )
    .option('--wait', 'wait until everything can be found by words and by meaning')
    .action(async (path: string | undefined, _, self: Command) =>
      importFrom(
        context,
        self.optsWithGlobals(),
        await claudeCode(path ?? claudeCodeProjects(context.env, context.home)),
      ),
    );
}

async function neutralJsonl(dir: string): Promise<Importer> {
  if (!(await stat(dir).catch(() => undefined))?.isDirectory())
    throw new CommandFailure('failed', `${dir} is no folder`);
  const files = await findNeutralJsonl(dir);
  if (files.length === 0)
    throw new CommandFailure(
      'failed',
      `no messages.jsonl(.gz) or memories.jsonl(.gz) in ${dir}, nor up to two folders below it`,
    );
  return { files, read: (options) => readNeutralJsonl(dir, options), conflicts: 'fail' };
}

/** A resumed or forked session repeats turns of another under their old ids, which is no fault of the person who imports. */
async function claudeCode(path: string): Promise<Importer> {
  if (!(await stat(path).catch(() => undefined))) throw new CommandFailure('failed', `${path} is not there`);
  const files = await findClaudeCodeTranscripts(path);
  if (files.length === 0) throw new CommandFailure('failed', `no transcript (*.jsonl) in ${path}`);
  return { files, read: (options) => readClaudeCodeTranscripts(path, options), conflicts: 'present' };
}

async function importFrom(context: CliContext, options: Options, importer: Importer): Promise<void> {
  if (!options.json) context.stderr.write(`${foundLine(importer.files)}\n`);
  await withServer(context, options, async (server) => {
    const report = await send(context, options, importer, server);
    const lag = await lagAfter(context, options, server, report);
    printResult(context, options, { ...report, index: lag }, (printer) =>
      printReport(printer, report, { lag, server }),
    );
    context.exitCode = exitCodeOf(report, lag, options);
  });
}

async function send(
  context: CliContext,
  options: Options,
  importer: Importer,
  { client }: ServerConnection,
): Promise<ImportReport> {
  const totalBytes = importer.files.reduce((sum, file) => sum + file.bytes, 0);
  const progress = importProgress(context, { totalBytes, quiet: options.json ?? false });
  try {
    return await runImport(importer.read({ onBytes: progress.bytes }), client, {
      signal: context.interrupted,
      conflicts: importer.conflicts,
      onProgress: progress.report,
      onRetry: (why, afterMs) => progress.note(`${why}; trying again in ${(afterMs / 1000).toFixed(1)} s`),
    });
  } finally {
    progress.end();
  }
}

/** With --wait after waiting; else as it is now, if the server still tells. */
async function lagAfter(
  context: CliContext,
  options: Options,
  { client }: ServerConnection,
  report: ImportReport,
): Promise<IndexLag | undefined> {
  if (report.ended !== 'complete') return undefined;
  if (!options.wait) return indexLag(client).catch(() => undefined);
  if (!options.json)
    context.stderr.write('Waiting until everything is indexed (Ctrl-C stops waiting, not indexing).\n');
  return waitIndexed(client, context.interrupted);
}

function printReport(
  printer: Printer,
  report: ImportReport,
  { lag, server }: { lag: IndexLag | undefined; server: ServerConnection },
): void {
  const { colors } = printer;
  const { imported, alreadyThere, blank, ignored, failed, reasons, ended, problem } = report;
  printer.line(
    `${colors.bold(String(imported))} imported, ${alreadyThere} already there, ${blank} skipped as blank, ${failed} failed`,
  );
  if (ignored > 0)
    printer.line(colors.dim(`${ignored} lines are nothing anyone said (tool calls, titles) and were passed over`));
  for (const { file, line, reason } of reasons)
    printer.line(`  ${colors.red('failed')} ${plain(file)}:${line}  ${plain(reason)}`);
  if (failed > reasons.length) printer.line(`  and ${failed - reasons.length} more`);
  if (ended === 'stopped') printer.line(colors.red(`Stopped: ${plain(problem ?? 'the server did not take it')}`));
  if (ended !== 'complete')
    printer.line('What was imported is kept. Run the same command again to carry on; nothing is imported twice.');
  if (lag && lag.dead > 0)
    printer.line(colors.yellow(`${lag.dead} items could not be indexed; cairn doctor says more`));
  if (!lag || lag.pending === 0) return;
  printer.line(
    colors.dim(
      `${lag.pending} items are not indexed yet${server.startedHere ? '; the next start of the server carries on with them' : ''}`,
    ),
  );
}

function exitCodeOf(report: ImportReport, lag: IndexLag | undefined, { wait }: Options): number {
  if (report.ended === 'interrupted') return exitCodes.interrupted.code;
  const notIndexed = wait && lag !== undefined && lag.pending + lag.dead > 0;
  return report.failed > 0 || report.ended === 'stopped' || notIndexed ? exitCodes.failed.code : exitCodes.done.code;
}

function foundLine(files: readonly ImportFile[]): string {
  const named = files.slice(0, FILES_NAMED).map(({ name, bytes }) => `${plain(name)} (${sizeOf(bytes)})`);
  const more = files.length > FILES_NAMED ? ` and ${files.length - FILES_NAMED} more` : '';
  return `Found ${files.length} ${files.length === 1 ? 'file' : 'files'}: ${named.join(', ')}${more}`;
}

const sizeOf = (bytes: number) =>
  bytes < 100_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
