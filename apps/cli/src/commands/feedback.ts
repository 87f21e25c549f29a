import { feedbackKinds } from '@cairn/contracts';
import type { Command } from 'commander';
import type { CliContext } from '../context/cli-context.ts';
import { addRouteCommand, argument, option } from './route-command.ts';

export function addFeedback(program: Command, context: CliContext): void {
  addRouteCommand(program, context, 'giveFeedback', {
    command: 'feedback',
    description: 'Rate a memory, once a day; its strength rises or falls',
    args: [argument('<id>', 'the id of a memory'), argument('<kind>', 'the rating').choices(feedbackKinds)],
    options: [option('--channel <name>', 'its channel; required for items of a peer channel')],
    input: ({ id }) => ({ memoryId: id }),
    print: ({ line }, { memoryId, kind }) => line(`Noted: ${memoryId} was ${kind}.`),
  });
}
