import type { Command } from 'commander';
import type { CliContext } from '../context/cli-context.ts';
import { parseNumber, parseSince } from '../context/parse-options.ts';
import { neutraliseForTerminal } from '../terminal/terminal-text.ts';
import { addRouteCommand, option } from './route-command.ts';

export function addDigest(program: Command, context: CliContext): void {
  addRouteCommand(program, context, 'digest', {
    command: 'digest',
    description: 'Tell what was stored, confirmed and superseded, and which rules stopped whom, as markdown',
    options: [
      option(
        '--since <time>',
        'a length such as 12h, 1d or 2w, a date, or epoch milliseconds; 1d by default',
        parseSince,
      ),
      option('--project <name>', 'only memories of this project'),
      option('--shared', 'only what everyone in the organisation may read, for a channel that everyone reads'),
      option('--named <number>', 'memories of each list that are named, 0-20', parseNumber),
      option('--lines <number>', 'lines at most, 5-500', parseNumber),
    ],
    print: ({ line }, { markdown }) => {
      for (const each of markdown.split('\n')) line(indentOf(each) + neutraliseForTerminal(each));
    },
  });
}

const indentOf = (line: string) => ' '.repeat(line.length - line.trimStart().length);
