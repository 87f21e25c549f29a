import type { Command } from 'commander';
import type { CliContext } from '../context/cli-context.ts';
import { localTimeZone, parseNumber, parseTime, parseUntil } from '../context/parse-options.ts';
import { printHits, printTurns, printWarnings } from '../terminal/print-hits.ts';
import { addRouteCommand, forField, option, words } from './route-command.ts';

export function addSearch(program: Command, context: CliContext): void {
  addRouteCommand(program, context, 'searchMessages', {
    command: 'search',
    description: 'Search messages',
    args: [words('<query...>', 'words or a question')],
    options: [
      option('--channel <name>', 'only this channel'),
      option('--subchannel <name>', 'only this subchannel'),
      forField('sessionKey', option('--session <key>', 'only this session')),
      forField('sinceMs', option('--since <time>', 'only since then: a date, or epoch milliseconds', parseTime)),
      forField(
        'untilMs',
        option('--until <time>', 'only until then; a day, week, month or year is included', parseUntil),
      ),
      option('--neighbours <number>', 'number of messages before and after each in its session, 0-3', parseNumber),
      option('-n, --limit <number>', 'hits, 1-100', parseNumber),
    ],
    input: () => ({ timeZone: localTimeZone() }),
    print: (printer, answer, narrowed) => {
      if (!answer.turns?.length)
        return printHits(printer, { ...answer, hits: answer.results }, { narrowed, own: printer.own });
      printWarnings(printer, answer);
      printTurns(printer, answer.turns);
    },
  });
}
