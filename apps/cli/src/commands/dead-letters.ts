import { formatCount, type DeadLetter } from '@cairn/contracts';
import type { Command } from 'commander';
import type { CliContext } from '../context/cli-context.ts';
import type { Printer } from '../terminal/printer.ts';
import { quoteName } from '../terminal/terminal-text.ts';
import { addRouteCommand, argument, option } from './route-command.ts';

export function addDeadLetters(program: Command, context: CliContext): void {
  const command = program
    .command('dead-letters')
    .description('Show deliveries to subscribers, such as an index, that were given up (needs the key of an admin)');
  addRouteCommand(command, context, 'listDeadLetters', {
    command: 'list',
    description: 'List them with their reasons',
    options: [option('--after <id>', 'continue after this one')],
    print: (printer, { deadLetters, total }) => {
      for (const letter of deadLetters) printLetter(printer, letter);
      printer.line(total === 0 ? 'No dead letters.' : `${deadLetters.length} of ${formatCount(total, 'dead letter')}.`);
    },
  });
  addRouteCommand(command, context, 'replayDeadLetters', {
    command: 'replay',
    description: 'Retry them, once the cause is repaired',
    args: [argument('[ids...]', 'dead letters; all by default')],
    input: ({ ids }) => ({ ids: (ids as string[]).length === 0 ? undefined : ids }),
    print: ({ line }, { replayed }) => line(describeReplay(replayed)),
  });
}

const describeReplay = (replayed: number) =>
  `${formatCount(replayed, 'dead letter')} ${replayed === 1 ? 'is' : 'are'} tried again.`;

function printLetter({ line }: Printer, letter: DeadLetter) {
  const { id, event, subscriber, attempts, reason, givenUpAt } = letter;
  const when = new Date(givenUpAt).toISOString();
  line(`${id}  ${subscriber} has not heard of ${event}${describeItem(letter)}`);
  line(`  given up ${when} after ${attempts} attempts: ${quoteName(reason)}`);
}

function describeItem({ kind, itemId, version }: DeadLetter): string {
  if (itemId === undefined) return '';
  return `: ${kind} ${itemId}${version === undefined ? '' : ` version ${version}`}`;
}
