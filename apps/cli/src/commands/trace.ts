import type { Command } from 'commander';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { goneNote, printRecent } from '../terminal/print-hits.ts';
import { headOf } from '../terminal/print-items.ts';
import { printResult } from '../terminal/printer.ts';
import { withServer } from '../server/server-connection.ts';

type Options = GlobalOptions & { readonly channel?: string };

export function addTrace(program: Command, context: CliContext): void {
  program
    .command('trace')
    .argument('<id>', 'the id of a memory')
    .description('The conversation that a memory came from: its first ten and last ten messages')
    .option('--channel <name>', 'its channel; required for items of a peer channel')
    .action(async (id: string, _, self: Command) => trace(context, id, self.optsWithGlobals()));
}

async function trace(context: CliContext, id: string, options: Options): Promise<void> {
  const { channel } = options;
  const { json, answer } = await withServer(context, options, ({ client }) =>
    client.call('trace', { params: { id }, query: { channel }, signal: context.interrupted }),
  );
  printResult(context, options, json, (printer) => {
    const { memory, snapshot } = answer;
    printer.line(printer.colors.bold(headOf(memory)));
    const gone = goneNote(memory);
    if (gone) printer.line(printer.colors.yellow(gone));
    if (!snapshot) return printer.line('It names no message that this key may see.');
    const { messages, messageCount, omittedCount } = snapshot;
    printer.line(printer.colors.dim(`${messageCount} messages, ${omittedCount} of them between these not shown`));
    printRecent(printer, messages);
  });
}
