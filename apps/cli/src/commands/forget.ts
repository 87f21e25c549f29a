import type { Command } from 'commander';
import { ask } from '../ask.ts';
import type { CliContext, GlobalOptions } from '../cli-context.ts';
import { CommandFailure } from '../exit-codes.ts';
import { findItem, type FoundItem } from '../find-item.ts';
import { headOf } from '../print-items.ts';
import { printResult } from '../printer.ts';
import { withServer } from '../server-connection.ts';
import { cutToWidth } from '../terminal-text.ts';

type Options = GlobalOptions & { readonly channel?: string; readonly yes?: boolean };

const SHOWN_COLUMNS = 200;

export function addForget(program: Command, context: CliContext): void {
  program
    .command('forget')
    .argument('<id>', 'the id of a memory or a message')
    .description('Forget a memory or a message for good: its text is gone from the store and from every answer')
    .option('--channel <name>', 'its channel; needed for what is tied to a peer')
    .option('--yes', 'do not ask')
    .action(async (id: string, _, self: Command) => forget(context, self.optsWithGlobals(), id));
}

async function forget(context: CliContext, options: Options, id: string): Promise<void> {
  if (!options.yes && !context.stdin.isTTY)
    throw new CommandFailure('usage', 'forget asks on a terminal whether it may; without one, say --yes');
  const { channel } = options;
  const json = await withServer(context, options, async ({ client }) => {
    const found = await findItem(client, { id, channel, signal: context.interrupted });
    if (!options.yes && !(await mayForget(context, found))) return undefined;
    const route = found.kind === 'memory' ? 'forgetMemory' : 'forgetMessage';
    return (await client.call(route, { params: { id }, query: { channel } })).json;
  });
  if (json === undefined) context.stderr.write('Nothing was forgotten.\n');
  else printResult(context, options, json, (printer) => printer.line(`Forgot ${id}.`));
}

async function mayForget(context: CliContext, { kind, answer }: FoundItem): Promise<boolean> {
  context.stderr.write(`${kind}: ${cutToWidth(headOf(answer), SHOWN_COLUMNS)}\n`);
  const said = await ask(context, {
    question: 'Forget it for good? [y/N] ',
    meaningOf: (answered) => ['y', 'yes'].includes(answered),
    unanswered: 'Nothing was forgotten.',
  });
  return said === true;
}
