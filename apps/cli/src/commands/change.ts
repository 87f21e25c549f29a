import { existsSync } from 'node:fs';
import type { RouteOutput } from '@cairn/contracts';
import { startsWithTitle } from '@cairn/prompt';
import type { Command } from 'commander';
import { diffWordsWithSpace } from 'diff';
import { overwriteQuery } from '@cairn/transfer/cairn-client';
import { CommandFailure } from '../context/exit-codes.ts';
import { OVERWRITE_HELP } from '../context/overwrite.ts';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { printResult, type Printer } from '../terminal/printer.ts';
import { readMeaningOptions, meaningOptions, type MeaningOptions } from '../context/given-meaning.ts';
import { parseEnd, parseTime } from '../context/parse-options.ts';
import { privateOfOption, reachQueryOf, type ReachOptions } from '../server/reach.ts';
import { withServer } from '../server/server-connection.ts';
import { neutraliseForTerminal } from '../terminal/terminal-text.ts';

interface ActOptions extends GlobalOptions, ReachOptions {
  readonly ifVersion?: string;
  readonly reason?: string;
  readonly overwrite?: boolean;
}

interface UpdateOptions extends TextOptions {
  readonly strength?: string;
  readonly metadata?: string[];
}

interface TextOptions extends ActOptions, MeaningOptions {
  readonly title?: string;
  readonly content?: string;
  readonly tag?: string[];
  readonly trigger?: string[];
  readonly store?: string;
  readonly category?: string;
  readonly project?: string;
  readonly validFrom?: number;
  readonly validTo?: number;
}

/** Adds the commands that change a memory and show its earlier versions. */
export function addChange(program: Command, context: CliContext): void {
  const onMemory = (name: string, description: string) =>
    program
      .command(name)
      .argument('<id>', 'the id of a memory')
      .description(description)
      .option('--channel <name>', 'its channel; required for items of a peer channel');
  const reaching = (name: string, description: string) => privateOfOption(onMemory(name, description));
  const act = (command: Command) =>
    command
      .option('--if-version <number>', 'refuse if the memory has another version')
      .option('--reason <text>', 'reason, shown in its history');
  const ofText = (command: Command) =>
    meaningOptions(command)
      .option('--title <text>')
      .option('--content <text>')
      .option('--tag <tag...>', 'replace its tags')
      .option('--trigger <action...>', 'actions that it is about, replacing the former ones')
      .option('--store <store>')
      .option('--category <category>')
      .option('--project <name>', 'project that it belongs to; "": it holds in every project')
      .option('--valid-from <time>', 'start of its validity', parseTime)
      .option('--valid-to <time>', 'end of its validity; a day, week, month or year is included', parseEnd);

  const anew = (command: Command) => act(command).option('--overwrite', OVERWRITE_HELP);

  ofText(anew(reaching('update', 'Change parts of a memory; what it said before stays')))
    .option('--strength <number>', 'new strength, .1 to 1')
    .option('--metadata <name=text...>', 'merge into its provenance; name= removes the name')
    .action(async (id: string, _, self: Command) => {
      const options = self.optsWithGlobals<UpdateOptions>();
      const fields = { ...fieldsOf(options), ...(await readMeaningOptions(options)), ...fieldsBesideText(options) };
      return changeAndPrint(context, options, { id, route: 'updateMemory', fields });
    });
  ofText(anew(onMemory('supersede', 'Put a new memory in the place of one, or a stored one with --by')))
    .option('--by <id>', 'the stored memory that supersedes it, instead of --title and --content')
    .action(async (id: string, _, self: Command) => {
      const options = self.optsWithGlobals<TextOptions & { readonly by?: string }>();
      const fields = { ...fieldsOf(options), ...(await readMeaningOptions(options)), successor: options.by };
      return changeAndPrint(context, options, { id, route: 'supersedeMemory', fields });
    });
  anew(reaching('share', 'Let a team or everyone read a memory of yours, with its history'))
    .requiredOption('--with <who>', 'org, or team:NAME with a team of yours')
    .action(async (id: string, _, self: Command) => {
      const { with: visibility } = self.opts<{ with: string }>();
      return changeAndPrint(context, self.optsWithGlobals(), { id, route: 'shareMemory', fields: { visibility } });
    });
  act(reaching('archive', 'Take a memory out of the answers and keep it')).action(
    async (id: string, _, self: Command) =>
      changeAndPrint(context, self.optsWithGlobals(), { id, route: 'archiveMemory', fields: {} }),
  );
  anew(reaching('restore', 'Make an archived memory active again')).action((id: string, _, self: Command) =>
    restoreMemory(context, self.optsWithGlobals(), id),
  );
  reaching('history', 'Show earlier versions of a memory, newest first: who changed it, when and why').action(
    async (id: string, _, self: Command) => printRevisions(context, id, self.optsWithGlobals()),
  );
}

function restoreMemory(context: CliContext, options: ActOptions, id: string): Promise<void> {
  if (existsSync(id))
    throw new CommandFailure('usage', `${id} is a file, not a memory. A backup: {cairn backup restore ${id}}`);
  return changeAndPrint(context, options, { id, route: 'restoreMemory', fields: {} });
}

const fieldsOf = ({ title, content, tag, trigger, store, category, project, validFrom, validTo }: TextOptions) => ({
  ...{ title, content, tags: tag, actionTriggers: trigger, store, category, validFrom, validTo },
  project: project === '' ? null : project,
});

const fieldsBesideText = ({ strength, metadata }: UpdateOptions) => ({
  strength: strength === undefined ? undefined : Number(strength),
  metadata: metadata && Object.fromEntries(metadata.map(splitNamedText)),
});

function splitNamedText(option: string): [string, string] {
  const [name = '', ...text] = option.split('=');
  return [name, text.join('=')];
}

type ChangeRoute = 'updateMemory' | 'shareMemory' | 'supersedeMemory' | 'archiveMemory' | 'restoreMemory';

async function changeAndPrint(
  context: CliContext,
  options: ActOptions,
  { id, route, fields }: { readonly id: string; readonly route: ChangeRoute; readonly fields: object },
): Promise<void> {
  const { ifVersion, reason } = options;
  const body = { ...fields, reason, expectedVersion: ifVersion === undefined ? undefined : Number(ifVersion) };
  // Typed values are sent unchecked: the server validates them against the route's schema and names the field.
  const input = { params: { id }, body: body as never, signal: context.interrupted };
  const { json, answer } = await withServer(context, options, async ({ client }) =>
    client.call(route, {
      ...input,
      query: { ...(await reachQueryOf(client, options)), ...overwriteQuery(options.overwrite) },
    }),
  );
  printResult(context, options, json, (printer) => {
    printer.line(sentenceOf(id, answer));
    for (const each of 'understood' in answer ? (answer.understood ?? []) : [])
      printer.line(neutraliseForTerminal(each));
  });
}

const sentenceOf = (id: string, answer: RouteOutput<ChangeRoute>): string =>
  'newMemoryId' in answer
    ? `${answer.newMemoryId} supersedes ${id}.`
    : `${id} has version ${answer.version} and is ${answer.state}.`;

async function printRevisions(context: CliContext, id: string, options: ActOptions): Promise<void> {
  const input = { params: { id }, signal: context.interrupted };
  const { json, answer, present } = await withServer(context, options, async ({ client }) => {
    const query = await reachQueryOf(client, options);
    const { answer: now } = await client.call('getMemory', { ...input, query });
    return { ...(await client.call('revisions', { ...input, query: { ...query, limit: 100 } })), present: now };
  });
  printResult(context, options, json, (printer) => printHistory(printer, answer, textOf(present)));
}

interface Text {
  readonly title: string;
  readonly content: string;
}

const textOf = (item: { readonly title?: string; readonly content: string }): Text => ({
  ...{ title: item.title ?? '', content: item.content },
});

function printHistory(
  printer: Printer,
  { version, revisions, supersedes, supersededBy }: RouteOutput<'revisions'>,
  present: Text,
): void {
  const { line, colors } = printer;
  line(`version ${version}, ${revisions.length} before it`);
  if (supersededBy) line(`superseded by ${supersededBy}`);
  for (const id of supersedes) line(`in the place of ${id}`);
  if (!startsWithTitle(present)) line(colors.bold(neutraliseForTerminal(present.title)));
  line(neutraliseLines(present.content));
  const later = [present, ...revisions];
  for (const [index, before] of revisions.entries()) {
    const { changedAt, reason } = before;
    const why = reason === null ? '' : `: ${neutraliseForTerminal(reason)}`;
    line();
    line(colors.dim(`version ${before.version}, until ${new Date(changedAt).toISOString()}${why}`));
    const after = later[index]!;
    if (![before, after].every(startsWithTitle)) line(colors.bold(formatWordDiff(printer, before.title, after.title)));
    line(formatWordDiff(printer, before.content, after.content));
  }
}

const neutraliseLines = (text: string): string => text.split('\n').map(neutraliseForTerminal).join('\n');

/** Compares two versions word by word: removed words are shown as [-old-], added words as {+new+}. */
export function formatWordDiff({ colors }: Pick<Printer, 'colors'>, before: string, after: string): string {
  const parts = diffWordsWithSpace(neutraliseLines(before), neutraliseLines(after));
  return parts
    .map(({ value, added, removed }) => {
      if (removed) return colors.red(`[-${value}-]`);
      return added ? colors.green(`{+${value}+}`) : value;
    })
    .join('');
}
