import type { Command } from 'commander';
import type { CliContext } from '../context/cli-context.ts';
import { parseNumber, parseTime } from '../context/parse-options.ts';
import { printRecent, printTurns } from '../terminal/print-hits.ts';
import { addRouteCommand, forField, option } from './route-command.ts';

export function addRecent(program: Command, context: CliContext): void {
  addRouteCommand(program, context, 'recent', {
    command: 'recent',
    description: 'List the newest messages, oldest first',
    options: [
      option('--channel <name>', 'only this channel'),
      forField('sessionKey', option('--session <key>', 'only this session')),
      forField('sinceMs', option('--since <time>', 'only since then: a date, or epoch milliseconds', parseTime)),
      option('--neighbours <number>', 'number of messages before and after each in its session, 0-3', parseNumber),
      option('-n, --limit <number>', 'messages, 1-100', parseNumber),
    ],
    print: (printer, { turns, messages }, asked) =>
      turns?.length ? printTurns(printer, turns) : printRecent(printer, messages, asked),
  });
}
