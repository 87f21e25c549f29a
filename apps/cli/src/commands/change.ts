import type { RouteOutput } from '@cairn/contracts';
import type { Command } from 'commander';
import type { CliContext, GlobalOptions } from '../cli-context.ts';
import { printResult, type Printer } from '../printer.ts';
import { withServer } from '../server-connection.ts';

interface ActOptions extends GlobalOptions {
  readonly channel?: string;
  readonly ifVersion?: string;
  readonly reason?: string;
}

interface TextOptions extends ActOptions {
  readonly title?: string;
  readonly content?: string;
  readonly tag?: string[];
  readonly store?: string;
  readonly category?: string;
  readonly validFrom?: string;
  readonly validTo?: string;
}

/** The commands that change a memory and show what it said before. */
export function addChange(program: Command, context: CliContext): void {
  const onMemory = (name: string, description: string) =>
    program
      .command(name)
      .argument('<id>', 'the id of a memory')
      .description(description)
      .option('--channel <name>', 'its channel; needed for what is tied to a peer');
  const act = (name: string, description: string) =>
    onMemory(name, description)
      .option('--if-version <number>', 'refuse if the memory has another version')
      .option('--reason <text>', 'why, for those who look at its history');
  const ofText = (command: Command) =>
    command
      .option('--title <text>')
      .option('--content <text>')
      .option('--tag <tag...>', 'in place of those it has')
      .option('--store <store>')
      .option('--category <category>')
      .option('--valid-from <time>', 'when it begins to hold')
      .option('--valid-to <time>', 'when it ceases to hold');

  ofText(act('update', 'Change parts of a memory; what it said before stays')).action(
    async (id: string, _, self: Command) =>
      changed(context, self.optsWithGlobals(), { id, route: 'updateMemory', fields: fieldsOf(self.optsWithGlobals()) }),
  );
  ofText(act('supersede', 'Put a new memory in the place of one')).action(async (id: string, _, self: Command) =>
    changed(context, self.optsWithGlobals(), {
      id,
      route: 'supersedeMemory',
      fields: fieldsOf(self.optsWithGlobals()),
    }),
  );
  for (const [name, route, description] of [
    ['archive', 'archiveMemory', 'Take a memory out of the answers and keep it'],
    ['restore', 'restoreMemory', 'Make an archived memory active again'],
  ] as const)
    act(name, description).action(async (id: string, _, self: Command) =>
      changed(context, self.optsWithGlobals(), { id, route, fields: {} }),
    );
  onMemory('history', 'What a memory said before, newest first: who changed it, when and why').action(
    async (id: string, _, self: Command) => history(context, id, self.optsWithGlobals()),
  );
}

const fieldsOf = ({ title, content, tag, store, category, validFrom, validTo }: TextOptions) => ({
  ...{ title, content, tags: tag, store, category, validFrom, validTo },
});

type ChangeRoute = 'updateMemory' | 'supersedeMemory' | 'archiveMemory' | 'restoreMemory';

async function changed(
  context: CliContext,
  options: ActOptions,
  { id, route, fields }: { readonly id: string; readonly route: ChangeRoute; readonly fields: object },
): Promise<void> {
  const { channel, ifVersion, reason } = options;
  const body = { ...fields, reason, expectedVersion: ifVersion === undefined ? undefined : Number(ifVersion) };
  // The server checks what was typed against the route's own schema and names the field.
  const input = { params: { id }, query: { channel }, body: body as never, signal: context.interrupted };
  const { json, answer } = await withServer(context, options, ({ client }) => client.call(route, input));
  printResult(context, options, json, (printer) => printer.line(sentenceOf(id, answer)));
}

const sentenceOf = (id: string, answer: RouteOutput<ChangeRoute>): string =>
  'newMemoryId' in answer
    ? `${answer.newMemoryId} stands in the place of ${id}.`
    : `${id} has version ${answer.version} and is ${answer.state}.`;

async function history(context: CliContext, id: string, options: ActOptions): Promise<void> {
  const { channel } = options;
  const input = { params: { id }, query: { channel, limit: 100 }, signal: context.interrupted };
  const { json, answer } = await withServer(context, options, ({ client }) => client.call('revisions', input));
  printResult(context, options, json, (printer) => printHistory(printer, answer));
}

function printHistory(
  printer: Printer,
  { version, revisions, supersedes, supersededBy }: RouteOutput<'revisions'>,
): void {
  printer.line(`version ${version}, ${revisions.length} before it`);
  if (supersededBy) printer.line(`superseded by ${supersededBy}`);
  if (supersedes) printer.line(`in the place of ${supersedes}`);
  for (const { version: before, title, content, changedAt, reason } of revisions) {
    const why = reason === null ? '' : `: ${reason}`;
    printer.line(printer.colors.dim(`version ${before}, until ${new Date(changedAt).toISOString()}${why}`));
    printer.line(printer.colors.bold(title));
    printer.line(content);
  }
}
