import type { Command } from 'commander';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { findItem } from '../server/find-item.ts';
import { printItem } from '../terminal/print-items.ts';
import { printResult } from '../terminal/printer.ts';
import { privateOfOption, reachQueryOf, type ReachOptions } from '../server/reach.ts';
import { withServer } from '../server/server-connection.ts';

type Options = GlobalOptions & ReachOptions;

export function addShow(program: Command, context: CliContext): void {
  privateOfOption(program.command('show'))
    .argument('<id>', 'the id of a memory or a message')
    .description('Show one memory or message with all its fields')
    .option('--channel <name>', 'its channel; required for items of a peer channel')
    .action(async (id: string, _, self: Command) => {
      const options: Options = self.optsWithGlobals();
      const found = await withServer(context, options, async ({ client }) =>
        findItem(client, { id, query: await reachQueryOf(client, options), signal: context.interrupted }),
      );
      printResult(context, options, found.json, (printer) => printItem(printer, found.answer));
    });
}
