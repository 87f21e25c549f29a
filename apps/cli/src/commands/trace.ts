import { formatCount } from '@cairn/contracts';
import type { Command } from 'commander';
import type { CliContext } from '../context/cli-context.ts';
import { forgottenSourcesNote, printRecent } from '../terminal/print-hits.ts';
import { headOf } from '../terminal/print-items.ts';
import { addRouteCommand, argument, option } from './route-command.ts';

export function addTrace(program: Command, context: CliContext): void {
  addRouteCommand(program, context, 'trace', {
    command: 'trace',
    description: 'Show the conversation that a memory came from: its first ten and last ten messages',
    args: [argument('<id>', 'the id of a memory')],
    options: [option('--channel <name>', 'its channel; required for items of a peer channel')],
    print: (printer, { memory, snapshot }) => {
      printer.line(printer.colors.bold(headOf(memory)));
      const gone = forgottenSourcesNote(memory);
      if (gone) printer.line(printer.colors.yellow(gone));
      if (!snapshot) return printer.line('It names no message that this key may see.');
      const { messages, messageCount, omittedCount } = snapshot;
      printer.line(
        printer.colors.dim(`${formatCount(messageCount, 'message')}, ${omittedCount} of them between these not shown`),
      );
      printRecent(printer, messages);
    },
  });
}
