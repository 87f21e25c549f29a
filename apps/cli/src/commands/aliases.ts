import type { Alias } from '@cairn/contracts';
import type { Command } from 'commander';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { printResult, type Printer } from '../terminal/printer.ts';
import { withServer } from '../server/server-connection.ts';
import { quoted } from '../terminal/terminal-text.ts';

export function addAliases(program: Command, context: CliContext): void {
  const command = program
    .command('aliases')
    .description('Other names of the people whose messages are stored (needs the key of a manager)');
  command
    .command('list')
    .description('List declared and learned aliases')
    .action(async (_, self: Command) => list(context, self.optsWithGlobals()));
  command
    .command('set')
    .argument('<alias>', 'how they are called, such as Bob or @rk')
    .argument('[speakers...]', 'speakers that it means, as their messages name them; nobody if left out')
    .description('Declare the speakers that an alias means, replacing the former ones')
    .action(async (alias: string, speakers: string[], _, self: Command) =>
      declare(context, self.optsWithGlobals(), { alias, speakers }),
    );
  command
    .command('remove')
    .argument('<alias>', 'a declared one')
    .description('Remove a declared alias')
    .action(async (alias: string, _, self: Command) => withdraw(context, self.optsWithGlobals(), alias));
}

async function list(context: CliContext, options: GlobalOptions): Promise<void> {
  const { json, answer } = await withServer(context, options, ({ client }) => client.call('listAliases', {}));
  printResult(context, options, json, (printer) => {
    if (answer.aliases.length === 0) printer.line('No aliases.');
    for (const alias of answer.aliases) printAlias(printer, alias);
  });
}

async function declare(
  context: CliContext,
  options: GlobalOptions,
  body: { readonly alias: string; readonly speakers: readonly string[] },
): Promise<void> {
  const { json, answer } = await withServer(context, options, ({ client }) => client.call('declareAlias', { body }));
  printResult(context, options, json, (printer) => printAlias(printer, answer));
}

async function withdraw(context: CliContext, options: GlobalOptions, alias: string): Promise<void> {
  const query = { alias };
  const { json, answer } = await withServer(context, options, ({ client }) => client.call('withdrawAlias', { query }));
  printResult(context, options, json, (printer) => printer.line(`${quoted(answer.alias)} is declared no more.`));
}

function printAlias({ line }: Printer, { alias, speakers, origin, sightings }: Alias): void {
  const whom = speakers.length > 0 ? speakers.map(quoted).join(' or ') : 'nobody';
  const source = origin === 'learned' ? `learned from ${sightings} sightings` : origin;
  line(`${quoted(alias)} is ${whom}  (${source})`);
}
