import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import {
  claudeCodeProjects,
  findClaudeCodeTranscripts,
  findNeutralJsonl,
  idsNamedIn,
  readCairnExport,
  readClaudeCodeTranscripts,
  readNeutralJsonl,
  type ImportFile,
  type Parsed,
  type ReadOptions,
} from '@cairn/importers';
import type { Command } from 'commander';
import type { CliContext, GlobalOptions } from '../cli-context.ts';
import { counted } from '../counted.ts';
import { CommandFailure, exitCodes } from '../exit-codes.ts';
import { importProgress } from '../import-progress.ts';
import { runImport, type ImportOptions, type ImportReport } from '../import-run.ts';
import { printMasked } from '../print-items.ts';
import { printResult, type Printer } from '../printer.ts';
import { withServer, type ServerConnection } from '../server-connection.ts';
import { SourceLinks } from '../source-links.ts';
import { plain } from '../terminal-text.ts';
import { askReaders, readersSentence, visibilityOption, type Readers } from '../who-reads.ts';
import { indexLag, showIndexing, type IndexLag } from '../wait-indexed.ts';

const FILES_NAMED = 6;
const STRICT =
  'fail when a line cannot be imported, or has a field that nothing is made of; else such lines are counted and named';

interface Importer {
  readonly files: readonly ImportFile[];
  readonly read: (options: ReadOptions) => AsyncIterable<Parsed>;
  readonly conflicts: ImportOptions['conflicts'];
  readonly links?: SourceLinks;
}

type Options = GlobalOptions & { readonly wait?: boolean; readonly strict?: boolean; readonly visibility?: Readers };

export function addImport(program: Command, context: CliContext): void {
  const command = program
    .command('import')
    .description('Import what others wrote. Importing again is harmless: only what is new is added.');
  command
    .command('jsonl')
    .argument(
      '<path>',
      'a file of cairn export; or a folder with messages.jsonl(.gz) or memories.jsonl(.gz), or one that holds such folders',
    )
    .description('Import an export, or messages and memories in the neutral JSONL format')
    .option('--wait', 'wait until everything can be found by words and by meaning')
    .option('--strict', STRICT)
    .addOption(
      visibilityOption(
        'who may read the lines that name no visibility: private (this key) or org (default: everyone, but in a peer channel that peer)',
      ),
    )
    .action(async (path: string, _, self: Command) => importFrom(context, self.optsWithGlobals(), await jsonl(path)));
  command
    .command('claude-code')
    .argument('[path]', "a transcript, a project's folder, or all projects (default: where Claude Code keeps them)")
    .description(
      'Import what you and Claude Code said to each other; tool calls are left out, <private> spans and keys masked',
    )
    .option('--wait', 'wait until everything can be found by words and by meaning')
    .option('--strict', STRICT)
    .addOption(
      visibilityOption(
        'who may read them: private (this key) or org (everyone); asked for on a terminal, else private',
      ),
    )
    .action(async (path: string | undefined, _, self: Command) => {
      const importer = await claudeCode(path ?? claudeCodeProjects(context.env, context.home));
      const options: Options = self.optsWithGlobals();
      const visibility = options.visibility ?? (await askReaders(context));
      context.stderr.write(`${readersSentence[visibility]}\n`);
      await importFrom(context, { ...options, visibility }, importer);
    });
}

async function jsonl(path: string): Promise<Importer> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) return neutralJsonl(path);
  if (!found?.isFile()) throw new CommandFailure('failed', `${resolve(path)} is no folder and no file`);
  const file = { path, name: basename(path), bytes: found.size };
  const links = new SourceLinks(await idsNamedIn(file));
  return { files: [file], read: (options) => readCairnExport(file, options), conflicts: 'fail', links };
}

async function neutralJsonl(dir: string): Promise<Importer> {
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
    return await runImport(importer.read({ onBytes: progress.bytes, visibility: sentVisibility(options) }), client, {
      signal: context.interrupted,
      conflicts: importer.conflicts,
      links: importer.links,
      strict: options.strict,
      onProgress: progress.report,
      onRetry: (why, afterMs) => progress.note(`${why}; trying again in ${(afterMs / 1000).toFixed(1)} s`),
    });
  } finally {
    progress.end();
  }
}

/** `org` is what the server takes where nothing is said, so that an import of earlier is the same one. */
const sentVisibility = ({ visibility }: Options) => (visibility === 'private' ? visibility : undefined);

/** With --wait after waiting; else as it is now, if the server still tells. */
async function lagAfter(
  context: CliContext,
  options: Options,
  { client }: ServerConnection,
  report: ImportReport,
): Promise<IndexLag | undefined> {
  if (report.ended !== 'complete') return undefined;
  if (!options.wait) return indexLag(client).catch(() => undefined);
  return showIndexing(context, client, { quiet: options.json ?? false });
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
    printer.line(colors.dim(`Passed over ${counted(ignored, 'line')} that nobody said (tool calls, titles)`));
  if (isNothing(report)) printer.line(colors.red('There was nothing to import.'));
  printMasked(printer, report.masked);
  printUnread(printer, report);
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

function printUnread({ line, colors }: Printer, { unread }: ImportReport): void {
  const counts = Object.entries(unread).map(([field, count]) => `${plain(field)} (${count})`);
  if (counts.length === 0) return;
  line(colors.yellow(`Fields that nothing was made of: ${counts.join(', ')}; --strict refuses such lines`));
}

const isNothing = ({ imported, alreadyThere, ended }: ImportReport) =>
  ended === 'complete' && imported + alreadyThere === 0;

function exitCodeOf(report: ImportReport, lag: IndexLag | undefined, { wait, strict }: Options): number {
  if (report.ended === 'interrupted') return exitCodes.interrupted.code;
  const notIndexed = wait && lag !== undefined && lag.pending + lag.dead > 0;
  const notStored = report.ended === 'stopped' || isNothing(report) || (strict && report.failed > 0);
  return notStored || notIndexed ? exitCodes.failed.code : exitCodes.done.code;
}

function foundLine(files: readonly ImportFile[]): string {
  const named = files.slice(0, FILES_NAMED).map(({ name, bytes }) => `${plain(name)} (${sizeOf(bytes)})`);
  const more = files.length > FILES_NAMED ? ` and ${files.length - FILES_NAMED} more` : '';
  return `Found ${counted(files.length, 'file')}: ${named.join(', ')}${more}`;
}

const sizeOf = (bytes: number) =>
  bytes < 100_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
