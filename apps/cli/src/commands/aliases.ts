import type { Alias } from '@cairn/contracts';
import type { Command } from 'commander';
import type { CliContext } from '../context/cli-context.ts';
import type { Printer } from '../terminal/printer.ts';
import { quoteName } from '../terminal/terminal-text.ts';
import { addRouteCommand, argument } from './route-command.ts';

export function addAliases(program: Command, context: CliContext): void {
  const command = program
    .command('aliases')
    .description('Other names of the people whose messages are stored (needs the key of a manager)');
  addRouteCommand(command, context, 'listAliases', {
    command: 'list',
    description: 'List declared and learned aliases',
    print: (printer, { aliases }) => {
      if (aliases.length === 0) printer.line('No aliases.');
      for (const alias of aliases) printAlias(printer, alias);
    },
  });
  addRouteCommand(command, context, 'declareAlias', {
    command: 'set',
    description: 'Declare the speakers that an alias means, replacing the former ones',
    args: [
      argument('<alias>', 'how they are called, such as Bob or @rk'),
      argument('[speakers...]', 'speakers that it means, as their messages name them; nobody if left out'),
    ],
    print: printAlias,
  });
  addRouteCommand(command, context, 'withdrawAlias', {
    command: 'remove',
    description: 'Remove a declared alias',
    args: [argument('<alias>', 'a declared one')],
    print: ({ line }, { alias }) => line(`${quoteName(alias)} is declared no more.`),
  });
}

function printAlias({ line }: Printer, { alias, speakers, origin, sightings }: Alias): void {
  const whom = speakers.length > 0 ? speakers.map(quoteName).join(' or ') : 'nobody';
  const source = origin === 'learned' ? `learned from ${sightings} sightings` : origin;
  line(`${quoteName(alias)} is ${whom}  (${source})`);
}
