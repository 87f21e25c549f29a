import type { Command } from 'commander';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { parseNumber } from '../context/parse-options.ts';
import { printResult } from '../terminal/printer.ts';
import { withServer } from '../server/server-connection.ts';
import { plain } from '../terminal/terminal-text.ts';

type Options = GlobalOptions & Record<string, unknown>;

export function addPreflight(program: Command, context: CliContext): void {
  program
    .command('preflight')
    .argument('<action...>', 'what is about to be done, as one quoted text')
    .description('Ask what rules, lessons and decisions say about an action, before it is done')
    .option('--channel <name>', 'rules of this channel too')
    .option('--wait <ms>', 'answer within so many milliseconds, 50-2000', parseNumber)
    .option('-n, --limit <number>', 'items, 1-20', parseNumber)
    .action(async (words: string[], _, self: Command) => preflight(context, self.optsWithGlobals(), words.join(' ')));
}

async function preflight(context: CliContext, options: Options, action: string): Promise<void> {
  const { channel, wait, limit } = options;
  const body = { action, channel, waitMs: wait, limit };
  const { json, answer } = await withServer(context, options, ({ client }) =>
    client.call('preflight', { body, signal: context.interrupted }),
  );
  printResult(context, options, json, (printer) => {
    printer.line(`${answer.verdict}: read as ${answer.readAs}`);
    for (const { severity, kind, title, why, matched, instead, id } of answer.items) {
      printer.line(
        `  ${severity}  [${kind}] ${plain(title)} (${matched === undefined ? why : `${why}: ${plain(matched)}`}; ${id})`,
      );
      if (instead !== undefined) printer.line(`    instead: ${plain(instead)}`);
    }
  });
}
