import type { Command } from 'commander';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { parseNumber } from '../context/parse-options.ts';
import { printResult } from '../terminal/printer.ts';
import { withServer } from '../server/server-connection.ts';

export function addRecallLimit(program: Command, context: CliContext): void {
  program
    .command('recall-limit')
    .argument('[hits]', 'to change it, 1-20 (needs an admin key)', parseNumber)
    .description(
      'How many hits a recall that names no number has at most, for the whole organisation (needs the key of a manager)',
    )
    .action(async (hits: number | undefined, _, self: Command) => recallLimit(context, self.optsWithGlobals(), hits));
}

async function recallLimit(context: CliContext, options: GlobalOptions, hits: number | undefined): Promise<void> {
  const { json, answer } = await withServer(context, options, ({ client }) =>
    hits === undefined ? client.call('settings', {}) : client.call('changeSettings', { body: { recallLimit: hits } }),
  );
  printResult(context, options, json, (printer) =>
    printer.line(`A recall that names no number has up to ${answer.recallLimit} hits.`),
  );
}
