import { readFile } from 'node:fs/promises';
import type { VisibilityInput } from '@cairn/contracts';
import type { Command } from 'commander';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { AGAIN, againQuery } from '../context/again.ts';
import { parseNumber } from '../context/parse-options.ts';
import { printResult } from '../terminal/printer.ts';
import { withServer } from '../server/server-connection.ts';
import { requireConsent, yesOption } from '../terminal/consent.ts';
import { plain } from '../terminal/terminal-text.ts';

interface Place {
  readonly workspace?: string;
  readonly channel?: string;
}
type Options<More = unknown> = GlobalOptions & Place & More;

export function addNotes(program: Command, context: CliContext): void {
  const notes = program.command('notes').description('Markdown files that the team shares');
  const place = (command: Command) =>
    command
      .option('-w, --workspace <name>', 'where the notes are (default: default)')
      .option('--channel <name>', 'needed for a workspace that is tied to a peer');
  place(notes.command('list').description('List the notes of a workspace'))
    .option('--prefix <path>', 'only paths that begin with this')
    .action(async (_, self: Command) => list(context, self.optsWithGlobals()));
  place(notes.command('show').argument('<path>', 'its path, or a citation').description('Show some lines of a note'))
    .option('--from <line>', 'the first line', parseNumber)
    .option('--lines <number>', 'how many lines', parseNumber)
    .option('--note-version <number>', 'a former version', parseNumber)
    .action(async (path: string, _, self: Command) => show(context, self.optsWithGlobals(), path));
  place(
    notes
      .command('put')
      .argument('<path>', 'its path in the workspace')
      .requiredOption('--file <file>', 'the file whose text it gets')
      .description('Store a version of a note'),
  )
    .option('--if-version <number>', 'only if it has this version; 0: only if there is none', parseNumber)
    .option('--visibility <who>', 'who reads the workspace: private, peer, org, or team:NAME')
    .option('--again', AGAIN)
    .action(async (path: string, _, self: Command) => put(context, self.optsWithGlobals(), path));
  place(notes.command('append').argument('<path>').argument('<text...>').description('Put lines at the end of a note'))
    .option('--again', AGAIN)
    .action(async (path: string, words: string[], _, self: Command) =>
      append(context, self.optsWithGlobals(), path, words.join(' ')),
    );
  place(notes.command('delete').argument('<path>').description('Delete a note; its versions stay'))
    .option('--if-version <number>', 'only if it has this version', parseNumber)
    .option('--forget', 'its versions go too, for good')
    .addOption(yesOption('with --forget: do not ask'))
    .action(async (path: string, _, self: Command) => remove(context, self.optsWithGlobals(), path));
  place(notes.command('links').argument('<path>').description('List the links of a note, and links to it'))
    .option('--after <path>', 'only backlinks from paths after this one')
    .action(async (path: string, _, self: Command) => links(context, self.optsWithGlobals(), path));
  place(notes.command('search').argument('<query...>').description('Search notes and messages, with lines'))
    .option('-n, --limit <number>', 'results, 1-50', parseNumber)
    .option('--min-score <number>', 'only results of at least this score, 0-1', parseNumber)
    .action(async (words: string[], _, self: Command) => search(context, self.optsWithGlobals(), words.join(' ')));
}

async function list(context: CliContext, options: Options<{ prefix?: string }>): Promise<void> {
  const { workspace, channel, prefix } = options;
  const { json, answer } = await withServer(context, options, ({ client }) =>
    client.call('listNotes', { query: { workspace, channel, prefix }, signal: context.interrupted }),
  );
  printResult(context, options, json, (printer) => {
    if (answer.notes.length === 0) printer.line('No note here yet.');
    for (const { path, version, totalLines, title } of answer.notes)
      printer.line(`${plain(path)}  ${printer.colors.dim(`v${version} · ${totalLines} lines · ${plain(title)}`)}`);
    if (answer.nextAfter !== null) printer.line(`There are more: --prefix narrows them.`);
  });
}

type Shown = Options<{ from?: number; lines?: number; noteVersion?: number }>;

async function show(context: CliContext, options: Shown, path: string): Promise<void> {
  const { workspace, channel, from, lines, noteVersion: version } = options;
  const body = { path, workspace, channel, from, lines, version };
  const { json, answer } = await withServer(context, options, ({ client }) =>
    client.call('noteLines', { body, signal: context.interrupted }),
  );
  printResult(context, options, json, (printer) => {
    for (const line of answer.text.split('\n')) printer.line(plain(line));
    if (answer.nextFrom !== undefined) printer.line(printer.colors.dim(`… more: --from ${answer.nextFrom}`));
  });
}

type Again = { readonly again?: boolean };
type Put = Options<Again & { file: string; ifVersion?: number; visibility?: VisibilityInput }>;

async function put(context: CliContext, options: Put, path: string): Promise<void> {
  const { workspace, channel, ifVersion: expectedVersion, visibility, file } = options;
  const body = { path, text: await readFile(file, 'utf8'), workspace, channel, expectedVersion, visibility };
  const { json, answer } = await withServer(context, options, ({ client }) =>
    client.call('putNote', { query: againQuery(options.again), body, signal: context.interrupted }),
  );
  const { note, changed } = answer;
  printResult(context, options, json, (printer) =>
    printer.line(`${plain(note.path)}: ${changed ? 'stored as' : 'is'} version ${note.version}`),
  );
}

async function append(context: CliContext, options: Options<Again>, path: string, text: string): Promise<void> {
  const { workspace, channel } = options;
  const { json, answer } = await withServer(context, options, ({ client }) =>
    client.call('appendNote', {
      query: againQuery(options.again),
      body: { path, text, workspace, channel },
      signal: context.interrupted,
    }),
  );
  const { note } = answer;
  printResult(context, options, json, (printer) =>
    printer.line(`${plain(note.path)}: version ${note.version}, ${note.totalLines} lines`),
  );
}

type Removal = Options<{ ifVersion?: number; forget?: boolean; yes?: boolean }>;

async function remove(context: CliContext, options: Removal, path: string): Promise<void> {
  const { workspace, channel, ifVersion: expectedVersion, forget } = options;
  const { json, answer } = await withServer(context, options, async ({ client }) => {
    const question = `Forget ${plain(path)} with all its versions for good?`;
    await requireConsent(context, { yes: options.yes || !forget, question, unchanged: 'Nothing was forgotten.' });
    return client.call('removeNote', {
      query: { path, workspace, channel, expectedVersion, forget },
      signal: context.interrupted,
    });
  });
  printResult(context, options, json, (printer) =>
    printer.line(
      `${plain(answer.path)}: ${answer.forgotten ? 'forgotten with all its versions' : 'deleted; its versions stay'}`,
    ),
  );
}

async function links(context: CliContext, options: Options<{ after?: string }>, path: string): Promise<void> {
  const { workspace, channel, after } = options;
  const { json, answer } = await withServer(context, options, ({ client }) =>
    client.call('noteLinks', { query: { path, workspace, channel, after }, signal: context.interrupted }),
  );
  printResult(context, options, json, (printer) => {
    for (const { line, target, state, paths } of answer.links)
      printer.line(`${line}: ${plain(target)} -> ${state === 'unknown' ? 'no note' : plain(paths.join(' or '))}`);
    if (answer.leftOut > 0) printer.line(printer.colors.dim(`… and ${answer.leftOut} more links`));
    for (const { path: from, lines } of answer.backlinks) printer.line(`<- ${plain(from)}:${lines.join(',')}`);
    if (answer.links.length === 0 && answer.backlinks.length === 0) printer.line('No links.');
    if (answer.nextAfter !== null) printer.line(`There are more: --after ${plain(answer.nextAfter)}`);
  });
}

type Search = Options<{ limit?: number; minScore?: number }>;

async function search(context: CliContext, options: Search, query: string): Promise<void> {
  const { workspace, channel, limit: maxResults, minScore } = options;
  const body = { query, workspace, channel, maxResults, minScore, citations: 'off' as const };
  const { json, answer } = await withServer(context, options, ({ client }) =>
    client.call('searchNotes', { body, signal: context.interrupted }),
  );
  printResult(context, options, json, (printer) => {
    const { results, warning, error } = answer;
    for (const note of [error, warning]) if (note !== undefined) printer.line(printer.colors.yellow(note));
    if (results.length === 0) printer.line('No matches.');
    for (const { path, startLine, endLine, score, snippet } of results) {
      printer.line(`${score.toFixed(2)}  ${printer.colors.bold(plain(`${path}:${startLine}-${endLine}`))}`);
      for (const line of snippet.split('\n')) printer.line(`    ${plain(line)}`);
    }
  });
}
