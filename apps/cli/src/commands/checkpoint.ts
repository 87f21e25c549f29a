import type { RouteOutput } from '@cairn/contracts';
import type { Command } from 'commander';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { counted } from '../terminal/counted.ts';
import { printResult, type Printer } from '../terminal/printer.ts';
import { withServer } from '../server/server-connection.ts';

interface Options extends GlobalOptions {
  readonly channel?: string;
  readonly description?: string;
  readonly limit?: string;
  readonly memory?: string[];
  readonly tag?: string[];
}

/** Adds the commands for checkpoints: lists of memories at a moment, and their changes since then. */
export function addCheckpoint(program: Command, context: CliContext): void {
  const command = program.command('checkpoint').description('Note which memories there are, each at its version');
  const sub = (name: string, description: string) =>
    command.command(name).description(description).option('--channel <name>', 'required for items of a peer channel');
  sub('create', 'Note the newest memories, or those that are named')
    .argument('<label>', 'what it is of')
    .option('--memory <id...>', 'these memories')
    .option('--description <text>')
    .option('--tag <tag...>')
    .action(async (label: string, _, self: Command) => create(context, self.optsWithGlobals(), label));
  sub('list', 'The checkpoints, newest first')
    .option('--limit <number>')
    .action(async (_, self: Command) => list(context, self.optsWithGlobals()));
  sub('show', 'One with its memories')
    .argument('<id>')
    .action(async (id: string, _, self: Command) => show(context, self.optsWithGlobals(), id));
  sub('compare', 'Show the changes since a checkpoint, or between two')
    .argument('<id>')
    .argument('[later]', 'a later checkpoint; without it, now')
    .action(async (id: string, later: string | undefined, _, self: Command) =>
      compare(context, self.optsWithGlobals(), { id, later }),
    );
}

async function create(context: CliContext, options: Options, label: string): Promise<void> {
  const { channel, description, memory: memoryIds, tag: tags } = options;
  // Typed values are sent unchecked: the server validates them against the route's schema and names the field.
  const body = { label, description, memoryIds, tags, channel } as never;
  const { json, answer } = await withServer(context, options, ({ client }) =>
    client.call('createCheckpoint', { body, signal: context.interrupted }),
  );
  printResult(context, options, json, (printer) => printOne(printer, answer));
}

async function list(context: CliContext, options: Options): Promise<void> {
  const { channel, limit } = options;
  const query = { channel, ...(limit !== undefined && { limit }) };
  const { json, answer } = await withServer(context, options, ({ client }) =>
    client.call('listCheckpoints', { query, signal: context.interrupted }),
  );
  printResult(context, options, json, (printer) => answer.checkpoints.forEach((each) => printOne(printer, each)));
}

type One = RouteOutput<'createCheckpoint'>;

const printOne = ({ line, colors }: Printer, { id, label, createdAt, memoryCount }: One): void =>
  line(
    `${id}  ${label}  ${colors.dim(`${counted(memoryCount, 'memory', 'memories')}, ${new Date(createdAt).toISOString()}`)}`,
  );

async function show(context: CliContext, options: Options, id: string): Promise<void> {
  const input = { params: { id }, query: { channel: options.channel }, signal: context.interrupted };
  const { json, answer } = await withServer(context, options, ({ client }) => client.call('getCheckpoint', input));
  printResult(context, options, json, (printer) => {
    printOne(printer, answer);
    for (const { memoryId, version, presentVersion, title, state } of answer.memories)
      printer.line(`  ${memoryId}  version ${version}, now ${presentVersion}, ${state}  ${title}`);
  });
}

async function compare(
  context: CliContext,
  options: Options,
  { id, later }: { readonly id: string; readonly later: string | undefined },
): Promise<void> {
  const query = { channel: options.channel, with: later };
  const input = { params: { id }, query, signal: context.interrupted };
  const { json, answer } = await withServer(context, options, ({ client }) => client.call('compareCheckpoints', input));
  printResult(context, options, json, ({ line }) => {
    for (const memoryId of answer.added) line(`added    ${memoryId}`);
    if (answer.moreAdded) line('added    and more');
    for (const memoryId of answer.removed) line(`removed  ${memoryId}`);
    for (const { memoryId, from, to } of answer.changed) line(`changed  ${memoryId}  ${from} -> ${to}`);
    line(`${counted(answer.same, 'memory', 'memories')} as before`);
  });
}
