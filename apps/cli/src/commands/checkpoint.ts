import { formatCount, type RouteOutput } from '@cairn/contracts';
import type { Command } from 'commander';
import type { CliContext } from '../context/cli-context.ts';
import type { Printer } from '../terminal/printer.ts';
import { addRouteCommand, argument, forField, option } from './route-command.ts';

/**
 * Adds the commands for checkpoints. A checkpoint lists the memories that exist at a moment, and shows how they have
 * changed since.
 */
export function addCheckpoint(program: Command, context: CliContext): void {
  const command = program.command('checkpoint').description('Record the present memories with their versions');
  const channel = () => option('--channel <name>', 'required for items of a peer channel');
  addRouteCommand(command, context, 'createCheckpoint', {
    command: 'create',
    description: 'Record the newest memories, or the named ones',
    args: [argument('<label>', 'its subject, in a few words')],
    options: [
      channel(),
      forField('memoryIds', option('--memory <id...>', 'these memories')),
      option('--description <text>'),
      forField('tags', option('--tag <tag...>')),
    ],
    print: printOne,
  });
  addRouteCommand(command, context, 'listCheckpoints', {
    command: 'list',
    description: 'List checkpoints, newest first',
    options: [channel(), option('--limit <number>')],
    print: (printer, { checkpoints }) => checkpoints.forEach((each) => printOne(printer, each)),
  });
  addRouteCommand(command, context, 'getCheckpoint', {
    command: 'show',
    description: 'Show a checkpoint with its memories',
    args: [argument('<id>')],
    options: [channel()],
    print: (printer, checkpoint) => {
      printOne(printer, checkpoint);
      for (const { memoryId, version, presentVersion, title, state } of checkpoint.memories)
        printer.line(`  ${memoryId}  version ${version}, now ${presentVersion}, ${state}  ${title}`);
    },
  });
  addRouteCommand(command, context, 'compareCheckpoints', {
    command: 'compare',
    description: 'Show the changes since a checkpoint, or between two',
    args: [argument('<id>'), argument('[later]', 'a later checkpoint; without it, now')],
    options: [channel()],
    input: ({ later }) => ({ with: later }),
    print: ({ line }, { added, moreAdded, removed, changed, same }) => {
      for (const memoryId of added) line(`added    ${memoryId}`);
      if (moreAdded) line('added    and more');
      for (const memoryId of removed) line(`removed  ${memoryId}`);
      for (const { memoryId, from, to } of changed) line(`changed  ${memoryId}  ${from} -> ${to}`);
      line(`${formatCount(same, 'memory', 'memories')} as before`);
    },
  });
}

type OneCheckpoint = RouteOutput<'createCheckpoint'>;

const printOne = ({ line, colors }: Printer, { id, label, createdAt, memoryCount }: OneCheckpoint): void =>
  line(
    `${id}  ${label}  ${colors.dim(`${formatCount(memoryCount, 'memory', 'memories')}, ${new Date(createdAt).toISOString()}`)}`,
  );
