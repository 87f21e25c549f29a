import type { RouteOutput } from '@cairn/contracts';
import type { Command } from 'commander';
import type { CliContext } from '../context/cli-context.ts';
import type { Printer } from '../terminal/printer.ts';
import { neutraliseForTerminal } from '../terminal/terminal-text.ts';
import { addRouteCommand, option } from './route-command.ts';

/** Adds the command that lists pairs of memories that contradict or duplicate each other. */
export function addContradictions(program: Command, context: CliContext): void {
  addRouteCommand(program, context, 'contradictions', {
    command: 'contradictions',
    description: 'List memories that contradict or restate each other, with both texts',
    options: [
      option('--kind <kind>', 'which pairs').choices(['contradicts', 'restates', 'all']),
      option('--channel <name>', 'required for items of a peer channel'),
      option('--limit <number>', 'pairs at most'),
      option('--cursor <cursor>', 'cursor from the page before'),
    ],
    print: printPairs,
  });
}

function printPairs({ line, colors }: Printer, { pairs, nextCursor }: RouteOutput<'contradictions'>): void {
  if (pairs.length === 0) line('None found. Memories are compared by their words, so there may be one all the same.');
  for (const { kind, newer, older } of pairs) {
    line(colors.bold(kind === 'contradicts' ? 'These two contradict each other:' : 'These two say the same:'));
    for (const { memoryId, title, content } of [newer, older])
      line(`  ${memoryId}  ${neutraliseForTerminal(title)}: ${neutraliseForTerminal(content).replace(/\s+/g, ' ')}`);
  }
  if (nextCursor !== null) line(colors.dim(`More: --cursor ${nextCursor}`));
}
