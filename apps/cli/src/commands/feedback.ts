import { feedbackKinds } from '@cairn/contracts';
import type { Command } from 'commander';
import type { CliContext } from '../context/cli-context.ts';
import { addRouteCommand, argument, option } from './route-command.ts';

export function addFeedback(program: Command, context: CliContext): void {
  addRouteCommand(program, context, 'giveFeedback', {
    command: 'feedback',
    description: 'Say how a memory served you; it grows stronger or weaker by that, once a day',
    args: [argument('<id>', 'the id of a memory'), argument('<kind>', 'how it served').choices(feedbackKinds)],
    options: [option('--channel <name>', 'its channel; required for items of a peer channel')],
    input: ({ id }) => ({ memoryId: id }),
    print: ({ line }, { memoryId, kind }) => line(`Noted: ${memoryId} was ${kind}.`),
  });
}
