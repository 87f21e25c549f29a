import { formatCount, rulingKindOf, type RulingImportKind } from '@cairn/contracts';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import {
  fileOnDisk,
  findNeutralJsonl,
  idsNamedIn,
  markdownKinds,
  readCairnExport,
  readNeutralJsonl,
  type ImportFile,
  type MarkdownKind,
} from '@cairn/importers';
import { Option, type Command } from 'commander';
import { OVERWRITE_HELP } from '../context/overwrite.ts';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { requestExtraction } from './extract.ts';
import { forgetBy } from './forget.ts';
import { conversationImporter, conversationKinds, type ConversationKind } from '../imports/conversation-kinds.ts';
import { CommandFailure, exitCodes } from '../context/exit-codes.ts';
import { gitLogImporter } from '@cairn/transfer/repository/git-log-importer';
import { importProgress } from '../imports/import-progress.ts';
import { repositoryImporter } from '@cairn/transfer/repository/repository-importer';
import { markdownImporter } from '@cairn/transfer/markdown/markdown-importer';
import { recordImporter } from '@cairn/transfer/records/record-importer';
import type { ImportReport } from '@cairn/transfer/imports/import-report';
import { runImport } from '@cairn/transfer/imports/import-run';
import type { NamedImport } from '@cairn/transfer/imports/report-import';
import type { Importer, MemoryChanges } from '@cairn/transfer/imports/importer';
import { countLeftOut, timeReplacementEntry } from '@cairn/transfer/imports/left-out';
import {
  isEmptyImport,
  printFailures,
  printLeftOut,
  printReport,
  printRetimed,
  printMemoryChanges,
  printUnreadRules,
} from '../imports/print-import.ts';
import { yesOption, type ConsentOptions } from '../terminal/consent.ts';
import { printResult } from '../terminal/printer.ts';
import { withServer, type ServerConnection } from '../server/server-connection.ts';
import { SourceLinks } from '@cairn/transfer/imports/source-links';
import { neutraliseForTerminal } from '../terminal/terminal-text.ts';
import { askReaders, readersSentence, visibilityOption, type Readers } from '../terminal/who-reads.ts';
import { indexLag, showIndexing, type IndexLag } from '../server/wait-indexed.ts';

const FILES_SHOWN_MAX = 6;
const REASONS_MAX = 20;
const DRY_RUN_HELP = 'read everything, say what would be sent, and send nothing';
const PUBLIC_ONLY_HELP =
  'Everyone of the organisation will read what was public there; the key that imports it alone reads the rest.';
const EXTRACT_HELP = 'then read the conversations for memories to propose';
const STRICT_HELP =
  'fail when a line cannot be imported, or has a field that nothing is made of; else such lines are counted and named';

type Options = GlobalOptions & {
  readonly wait?: boolean;
  readonly strict?: boolean;
  readonly overwrite?: boolean;
  readonly dryRun?: boolean;
  readonly visibility?: Readers;
  readonly extract?: boolean;
};

export function addImport(program: Command, context: CliContext): void {
  const command = program
    .command('import')
    .description('Import files of other tools. Importing again is harmless: only new items are added.')
    .option('--undo <importId>', 'delete the items of an import permanently, after a preview and a question')
    .addOption(new Option('--dry-run', 'with --undo: show the items, and change nothing'))
    .addOption(yesOption('with --undo: do not ask'))
    .action(async (_, self: Command) => undoImport(context, self));
  command
    .command('jsonl')
    .argument(
      '<path>',
      'a file of {cairn export}; or a folder with messages.jsonl(.gz) or memories.jsonl(.gz), or one that holds such folders',
    )
    .description('Import an export, or messages and memories in the neutral JSONL format')
    .option('--wait', 'wait until everything can be found by words and by meaning')
    .option('--dry-run', DRY_RUN_HELP)
    .option('--strict', STRICT_HELP)
    .option('--overwrite', OVERWRITE_HELP)
    .addOption(
      visibilityOption(
        'who may read the lines that name no visibility: private (this key) or org (default: everyone, but in a peer channel that peer)',
      ),
    )
    .action(async (path: string, _, self: Command) =>
      importFrom(context, self.optsWithGlobals(), await openJsonlImporter(path), { format: 'jsonl', path }),
    );
  for (const kind of conversationKinds) addConversations(command, context, kind);
  addGitLog(command, context);
  addRepository(command, context);
  for (const kind of [...markdownKinds, 'adr'] as const) addMarkdown(command, context, kind);
}

/**
 * Adds the import of one kind of conversations. The person who runs the import chooses who may read the conversations.
 */
function addConversations(command: Command, context: CliContext, kind: ConversationKind): void {
  command
    .command(kind.name)
    .argument(kind.argument, kind.path)
    .description(kind.description)
    .option('--wait', 'wait until everything can be found by words and by meaning')
    .option('--dry-run', DRY_RUN_HELP)
    .option('--strict', STRICT_HELP)
    .option('--overwrite', OVERWRITE_HELP)
    .addOption(
      visibilityOption(
        kind.tellsReaders
          ? 'who may read what was public there: private (this key) or org (default: everyone)'
          : 'who may read them: private (this key) or org (everyone); asked for on a terminal, else private',
      ),
    )
    .option('--extract', EXTRACT_HELP)
    .action(async (path: string | undefined, _, self: Command) => {
      const importer = await conversationImporter(kind, path, context);
      const options: Options = self.optsWithGlobals();
      const from = { format: kind.name, path: path ?? kind.name };
      if (options.dryRun) return importFrom(context, options, importer, from);
      const visibility = options.visibility ?? (kind.tellsReaders ? 'org' : await askReaders(context));
      const sentence = kind.tellsReaders && visibility === 'org' ? PUBLIC_ONLY_HELP : readersSentence[visibility];
      context.stderr.write(`${sentence}\n`);
      await importFrom(context, { ...options, visibility }, importer, from);
    });
}

function addGitLog(command: Command, context: CliContext): void {
  command
    .command('git-log')
    .argument('[path]', 'the folder of a repository', '.')
    .description('Import the commits of a repository: a memory for each, with its author, time and files')
    .option('--name <owner/name>', "the repository's name (default: that of its remote, else the folder's)")
    .option('--since <date>', 'only newer commits, with a date in git form: 2026-01-31, "3 months ago"')
    .option('--wait', 'wait until everything can be found by words and by meaning')
    .option('--dry-run', DRY_RUN_HELP)
    .option('--overwrite', OVERWRITE_HELP)
    .addOption(visibilityOption('who may read it: private (this key) or org (default: everyone)'))
    .action(async (path: string, _, self: Command) => {
      const options: Options & { readonly name?: string; readonly since?: string } = self.optsWithGlobals();
      await importFrom(context, options, await gitLogImporter(path, options), { format: 'git-log', path });
    });
}

function addRepository(command: Command, context: CliContext): void {
  command
    .command('repository')
    .argument('[path]', 'the folder of a repository', '.')
    .description(
      'Import who owns what and what depends on what: CODEOWNERS, OWNERS, package.json, compose files, organisation files, decision records. What the files no longer say is archived',
    )
    .option('--name <owner/name>', "the repository's name (default: that of its remote, else the folder's)")
    .option('--wait', 'wait until everything can be found by words and by meaning')
    .option('--dry-run', DRY_RUN_HELP)
    .option('--overwrite', OVERWRITE_HELP)
    .addOption(visibilityOption('who may read it: private (this key) or org (default: everyone)'))
    .action(async (path: string, _, self: Command) => {
      const options: Options & { readonly name?: string } = self.optsWithGlobals();
      await importFrom(context, options, await repositoryImporter(path, options.name), { format: 'repository', path });
    });
}

const markdownWords: Readonly<Record<MarkdownKind | 'adr', string>> = {
  markdown:
    'Import a folder of Markdown notes, such as an Obsidian vault: a memory a section, with tags, day and links',
  adr: 'Import decision records: a decision each, with its status, date and links to others; what is superseded, deprecated or rejected is archived',
  rules: 'Import the rules of AGENTS.md and CLAUDE.md files: a rule a section, with its headings',
};

function addMarkdown(command: Command, context: CliContext, kind: MarkdownKind | 'adr'): void {
  command
    .command(kind)
    .aliases(kind === 'markdown' ? ['obsidian'] : [])
    .argument(kind === 'rules' ? '[path]' : '<path>', 'the folder', kind === 'rules' ? '.' : undefined)
    .description(`${markdownWords[kind]}. What the files no longer say is archived`)
    .option(
      '--name <name>',
      "what the memories' source is called (default: that of the vault or the repository, else the folder's)",
    )
    .option('--wait', 'wait until everything can be found by words and by meaning')
    .option('--dry-run', DRY_RUN_HELP)
    .option('--overwrite', OVERWRITE_HELP)
    .addOption(visibilityOption('who may read it: private (this key) or org (default: everyone)'))
    .action(async (path: string, _, self: Command) => {
      const options: Options & { readonly name?: string } = self.optsWithGlobals();
      const importer =
        kind === 'adr' ? await recordImporter(path, options.name) : await markdownImporter(kind, path, options.name);
      await importFrom(context, options, importer, { format: kind, path });
    });
}

/** Undoes an import by its id, which is printed at the end of the import. */
async function undoImport(context: CliContext, self: Command): Promise<void> {
  const options: GlobalOptions & ConsentOptions & { readonly undo?: string } = self.optsWithGlobals();
  if (options.undo === undefined) return self.help();
  await forgetBy(context, options, { importId: options.undo });
}

async function openJsonlImporter(path: string): Promise<Importer> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) return neutralJsonl(path);
  if (!found?.isFile()) throw new CommandFailure('failed', `${resolve(path)} is no folder and no file`);
  const file = fileOnDisk(path, basename(path), found.size);
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

/** Format of an import, and the path that was typed, by whose last step people recognise it. */
interface ImportOrigin {
  readonly format: string;
  readonly path: string;
}

async function importFrom(
  context: CliContext,
  options: Options,
  importer: Importer,
  { format, path }: ImportOrigin,
): Promise<void> {
  const named = { name: basename(resolve(path)), format, readers: options.visibility ?? 'org' };
  const importKind = rulingKindOf(format);
  if (!options.json) context.stderr.write(`${describeFiles(importer.files)}\n`);
  if (options.dryRun) return dryRun(context, options, importer);
  await withServer(context, options, async (server) => {
    const report = await sendImport(context, options, { ...importer, named, importKind }, server);
    const settled = await settleImport(context, importer, server, report);
    const { conversations } = await readBy(context, options, server, report);
    const lag = await lagAfter(context, options, server, report);
    printResult(
      context,
      options,
      { ...report, ...settled, ...(options.extract && { conversations }), index: lag },
      (printer) => {
        printReport(printer, report, { lag, server });
        if (settled) printMemoryChanges(printer, settled);
        if (importer.unreadRules) printUnreadRules(printer, importer.unreadRules, path);
        if (options.extract) printer.line(`${formatCount(conversations, 'conversation')} will be read for proposals.`);
      },
    );
    context.exitCode = exitCodeOf(report, lag, options);
  });
}

/** Reads all files without sending anything, and reports the result. */
async function dryRun(context: CliContext, options: Options, importer: Importer): Promise<void> {
  const counts = { message: 0, memory: 0, noteFile: 0, blank: 0, ignored: 0, failed: 0 };
  const reasons: ImportReport['reasons'] = [];
  const leftOut: ImportReport['leftOut'] = [];
  const retimed: ImportReport['retimed'] = [];
  for await (const parsed of importer.read({ visibility: sentVisibility(options) })) {
    counts[parsed.type] += 1;
    if (parsed.type === 'ignored') countLeftOut(leftOut, parsed);
    if ((parsed.type === 'message' || parsed.type === 'memory') && parsed.retimed)
      countLeftOut(retimed, timeReplacementEntry(parsed, parsed.retimed));
    if (parsed.type === 'failed' && reasons.length < REASONS_MAX)
      reasons.push({ ...parsed.place, reason: parsed.reason });
  }
  const { message: messages, memory: memories, noteFile: notes, ...rest } = counts;
  const report = { messages, memories, notes, ...rest, leftOut, retimed, reasons };
  printResult(context, options, { dryRun: true, ...report }, (printer) => {
    printer.line(
      `${formatCount(messages, 'message')} and ${formatCount(memories, 'memory', 'memories')} would be sent; nothing was`,
    );
    printLeftOut(printer, { leftOut });
    printRetimed(printer, { retimed });
    printFailures(printer, { failed: rest.failed, reasons });
  });
}

/** With --extract, has the server read the conversations of the import for proposals. */
async function readBy(
  context: CliContext,
  { extract }: Options,
  { client }: ServerConnection,
  { ended, importId }: ImportReport,
): Promise<{ readonly conversations: number }> {
  if (!extract || ended !== 'complete') return { conversations: 0 };
  return requestExtraction(client, { importId }, context.interrupted);
}

async function settleImport(
  context: CliContext,
  { settle }: Importer,
  { client }: ServerConnection,
  { ended }: ImportReport,
): Promise<MemoryChanges | undefined> {
  return ended === 'complete' ? settle?.(client, context.interrupted) : undefined;
}

async function sendImport(
  context: CliContext,
  options: Options,
  importer: Importer & { readonly named: NamedImport; readonly importKind: RulingImportKind | undefined },
  { client }: ServerConnection,
): Promise<ImportReport> {
  const totalBytes = importer.files.reduce((sum, file) => sum + file.bytes, 0);
  const progress = importProgress(context, { totalBytes, quiet: options.json ?? false });
  try {
    return await runImport(importer.read({ onBytes: progress.bytes, visibility: sentVisibility(options) }), client, {
      signal: context.interrupted,
      conflicts: importer.conflicts,
      named: importer.named,
      importKind: importer.importKind,
      links: importer.links,
      strict: options.strict,
      overwrite: options.overwrite,
      shareRead: progress.share,
      onProgress: progress.report,
      onRetry: (why, afterMs) => progress.note(`${why}; trying again in ${(afterMs / 1000).toFixed(1)} s`),
    });
  } finally {
    progress.end();
  }
}

/**
 * Omits the visibility `org`, which is the server's default, so that a repeated import sends the same request as
 * earlier imports.
 */
const sentVisibility = ({ visibility }: Options) => (visibility === 'private' ? visibility : undefined);

/**
 * Returns the backlog of the indexes. With --wait, it is read once indexing is done, otherwise now. Undefined if the
 * import is incomplete or the server does not answer.
 */
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

function exitCodeOf(report: ImportReport, lag: IndexLag | undefined, { wait, strict }: Options): number {
  if (report.ended === 'interrupted') return exitCodes.interrupted.code;
  const notIndexed = wait && lag !== undefined && lag.pending + lag.dead > 0;
  const notStored = report.ended === 'stopped' || isEmptyImport(report) || (strict && report.failed > 0);
  return notStored || notIndexed ? exitCodes.failed.code : exitCodes.done.code;
}

function describeFiles(files: readonly ImportFile[]): string {
  const fileList = files
    .slice(0, FILES_SHOWN_MAX)
    .map(({ name, bytes }) => `${neutraliseForTerminal(name)} (${sizeOf(bytes)})`);
  const more = files.length > FILES_SHOWN_MAX ? ` and ${files.length - FILES_SHOWN_MAX} more` : '';
  return `Found ${formatCount(files.length, 'file')}: ${fileList.join(', ')}${more}`;
}

const sizeOf = (bytes: number) =>
  bytes < 100_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
