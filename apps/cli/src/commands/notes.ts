import { readFile } from 'node:fs/promises';
import type { PutNoteResponse, RouteName } from '@cairn/contracts';
import type { Command } from 'commander';
import type { CliContext } from '../context/cli-context.ts';
import { OVERWRITE_HELP } from '../context/overwrite.ts';
import { parseList, parseNumber } from '../context/parse-options.ts';
import { yesOption } from '../terminal/consent.ts';
import type { Printer } from '../terminal/printer.ts';
import { neutraliseForTerminal } from '../terminal/terminal-text.ts';
import { addRouteCommand, argument, forField, option, words, type RouteCommand } from './route-command.ts';

const placeOptions = () => [
  option('-w, --workspace <name>', 'where the notes are (default: default)'),
  option('--channel <name>', 'needed for a workspace that is tied to a peer'),
];
const versionOption = (description: string) =>
  forField('expectedVersion', option('--if-version <number>', description, parseNumber));

export function addNotes(program: Command, context: CliContext): void {
  const notes = program.command('notes').description('Markdown files that the team shares');
  const add = <Name extends RouteName>(name: Name, row: RouteCommand<Name>) =>
    addRouteCommand(notes, context, name, { ...row, options: [...placeOptions(), ...(row.options ?? [])] });
  add('listNotes', {
    command: 'list',
    description: 'List the notes of a workspace',
    options: [option('--prefix <path>', 'only paths that begin with this')],
    print: (printer, answer) => {
      if (answer.notes.length === 0) printer.line('No note here yet.');
      for (const { path, version, totalLines, title } of answer.notes)
        printer.line(
          `${neutraliseForTerminal(path)}  ${printer.colors.dim(`v${version} · ${totalLines} lines · ${neutraliseForTerminal(title)}`)}`,
        );
      if (answer.nextAfter !== null) printer.line(`There are more: --prefix narrows them.`);
    },
  });
  add('noteLines', {
    command: 'show',
    description: 'Show some lines of a note',
    args: [argument('<path>', 'its path, or a citation')],
    options: [
      option('--from <line>', 'the first line', parseNumber),
      option('--lines <number>', 'how many lines', parseNumber),
      forField('version', option('--note-version <number>', 'a former version', parseNumber)),
    ],
    print: (printer, answer) => {
      for (const line of answer.text.split('\n')) printer.line(neutraliseForTerminal(line));
      if (answer.nextFrom !== undefined) printer.line(printer.colors.dim(`… more: --from ${answer.nextFrom}`));
    },
  });
  addWriting(add);
  addEdits(add);
  addRemovals(add);
  add('noteLinks', {
    command: 'links',
    description: 'List the links of a note, and links to it',
    args: [argument('<path>')],
    options: [option('--after <path>', 'only backlinks from paths after this one')],
    print: (printer, answer) => {
      for (const { line, target, state, paths } of answer.links)
        printer.line(
          `${line}: ${neutraliseForTerminal(target)} -> ${state === 'unknown' ? 'no note' : neutraliseForTerminal(paths.join(' or '))}`,
        );
      if (answer.leftOut > 0) printer.line(printer.colors.dim(`… and ${answer.leftOut} more links`));
      for (const { path: from, lines } of answer.backlinks)
        printer.line(`<- ${neutraliseForTerminal(from)}:${lines.join(',')}`);
      if (answer.links.length === 0 && answer.backlinks.length === 0) printer.line('No links.');
      if (answer.nextAfter !== null) printer.line(`There are more: --after ${neutraliseForTerminal(answer.nextAfter)}`);
    },
  });
  addSearch(add);
}

type AddNotesCommand = <Name extends RouteName>(name: Name, row: RouteCommand<Name>) => Command;

function addWriting(add: AddNotesCommand): void {
  add('putNote', {
    command: 'put',
    description: 'Store a version of a note',
    args: [argument('<path>', 'its path in the workspace')],
    options: [
      option('--file <file>', 'the file whose text it gets').makeOptionMandatory(),
      versionOption('only if it has this version; 0: only if there is none'),
      option('--visibility <who>', 'who reads the workspace: private, peer, org, or team:NAME'),
      option('--overwrite', OVERWRITE_HELP),
    ],
    input: async ({ file }) => ({ text: await readFile(file as string, 'utf8') }),
    print: printVersion,
  });
  add('appendNote', {
    command: 'append',
    description: 'Put lines at the end of a note',
    args: [argument('<path>'), words('<text...>')],
    options: [option('--overwrite', OVERWRITE_HELP)],
    print: ({ line }, { note: { path, version, totalLines } }) =>
      line(`${neutraliseForTerminal(path)}: version ${version}, ${totalLines} lines`),
  });
}

const printVersion = ({ line }: Printer, { note: { path, version }, changed }: PutNoteResponse): void =>
  line(`${neutraliseForTerminal(path)}: ${changed ? 'stored as' : 'is'} version ${version}`);

function addEdits(add: AddNotesCommand): void {
  const onVersion = versionOption('only if it has this version');
  add('replaceInNote', {
    command: 'replace',
    description: 'Replace a text that stands exactly once in a note',
    args: [argument('<path>')],
    options: [
      forField('oldText', option('--old <text>', 'the text to be replaced').makeOptionMandatory()),
      forField('newText', option('--new <text>', 'its replacement').makeOptionMandatory()),
      onVersion,
      option('--overwrite', OVERWRITE_HELP),
    ],
    print: printVersion,
  });
  add('insertInNote', {
    command: 'insert',
    description: 'Insert lines into a note',
    args: [
      argument('<path>'),
      argument('<afterLine>', 'the line before them; 0: the beginning').argParser(parseNumber),
      words('<text...>'),
    ],
    options: [onVersion, option('--overwrite', OVERWRITE_HELP)],
    print: printVersion,
  });
  add('renameNote', {
    command: 'rename',
    description: 'Give a note another path; its versions go with it',
    args: [argument('<path>'), argument('<newPath>')],
    options: [onVersion, option('--overwrite', OVERWRITE_HELP)],
    print: (printer, renamed) => {
      printVersion(printer, renamed);
      for (const { path, lines } of renamed.linking)
        printer.line(`${neutraliseForTerminal(path)} still links to the old path: line ${lines.join(', ')}`);
    },
  });
}

function addRemovals(add: AddNotesCommand): void {
  add('removeNote', {
    command: 'delete',
    description: 'Delete a note; its versions stay',
    args: [argument('<path>')],
    options: [
      versionOption('only if it has this version'),
      option('--forget', 'its versions go too, for good'),
      yesOption('with --forget: do not ask'),
    ],
    question: ({ path, forget }) =>
      forget ? `Forget ${neutraliseForTerminal(path as string)} with all its versions for good?` : undefined,
    unchanged: 'Nothing was forgotten.',
    print: ({ line }, { path, forgotten }) =>
      line(
        `${neutraliseForTerminal(path)}: ${forgotten ? 'forgotten with all its versions' : 'deleted; its versions stay'}`,
      ),
  });
  add('removeNotes', {
    command: 'delete-below',
    description: 'Delete up to 200 notes whose paths begin with a prefix; their versions stay',
    args: [argument('<prefix>', 'the beginning of their paths; a folder ends with /')],
    options: [
      option('--forget', 'their versions go too, for good'),
      option('--after <path>', 'only paths after this one'),
      yesOption(),
    ],
    question: ({ prefix, forget }) =>
      forget
        ? `Forget all notes below ${neutraliseForTerminal(prefix as string)} with their versions for good?`
        : `Delete all notes below ${neutraliseForTerminal(prefix as string)}?`,
    print: (printer, { results, nextAfter }, { forget }) => {
      if (results.length === 0) printer.line('No note begins with this.');
      for (const { path, error } of results)
        printer.line(`${neutraliseForTerminal(path)}: ${error?.message ?? (forget ? 'forgotten' : 'deleted')}`);
      if (nextAfter !== null) printer.line(`There are more: --after ${neutraliseForTerminal(nextAfter)}`);
    },
  });
}

function addSearch(add: AddNotesCommand): void {
  add('searchNotes', {
    command: 'search',
    description: 'Search notes and messages, with lines',
    args: [words('<query...>')],
    options: [
      forField('maxResults', option('-n, --limit <number>', 'results, 1-50', parseNumber)),
      forField('pathPrefix', option('--prefix <path>', 'only notes whose paths begin with this')),
      forField('tags', option('--tag <list>', 'only notes with any of these tags, comma-separated', parseList)),
      option('--min-score <number>', 'only results of at least this score, 0-1', parseNumber),
    ],
    input: () => ({ citations: 'off' }),
    print: (printer, answer) => {
      const { results, warning, error } = answer;
      for (const note of [error, warning]) if (note !== undefined) printer.line(printer.colors.yellow(note));
      if (results.length === 0) printer.line('No matches.');
      for (const { path, startLine, endLine, score, snippet } of results) {
        printer.line(
          `${score.toFixed(2)}  ${printer.colors.bold(neutraliseForTerminal(`${path}:${startLine}-${endLine}`))}`,
        );
        for (const line of snippet.split('\n')) printer.line(`    ${neutraliseForTerminal(line)}`);
      }
    },
  });
}
