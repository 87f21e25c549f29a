import type { Command } from 'commander';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { localTimeZone, parseNumber, parseTime, parseUntil } from '../context/parse-options.ts';
import { printHits, printTurns, printWarnings } from '../terminal/print-hits.ts';
import { printResult } from '../terminal/printer.ts';
import { withServer } from '../server/server-connection.ts';

type Options = GlobalOptions & Record<string, unknown>;

export function addSearch(program: Command, context: CliContext): void {
  program
    .command('search')
    .argument('<query...>', 'words or a question')
    .description('Search messages, verbatim')
    .option('--channel <name>', 'only this channel')
    .option('--subchannel <name>', 'only this subchannel')
    .option('--session <key>', 'only this session')
    .option('--since <time>', 'only since then: a date, or epoch milliseconds', parseTime)
    .option('--until <time>', 'only until then; a day is part of it', parseUntil)
    .option('--neighbours <number>', 'number of messages before and after each in its session, 0-3', parseNumber)
    .option('-n, --limit <number>', 'hits, 1-100', parseNumber)
    .action(async (words: string[], _, self: Command) => search(context, self.optsWithGlobals(), words.join(' ')));
}

async function search(context: CliContext, options: Options, query: string): Promise<void> {
  const { channel, subchannel, session, since, until, limit, neighbours } = options;
  const timeZone = localTimeZone();
  const body = { query, channel, subchannel, sessionKey: session, sinceMs: since, untilMs: until, timeZone, limit };
  const { json, answer } = await withServer(context, options, ({ client }) =>
    client.call('searchMessages', { body: { ...body, neighbours }, signal: context.interrupted }),
  );
  printResult(context, options, json, (printer) => {
    if (answer.turns?.length) {
      printWarnings(printer, answer);
      return printTurns(printer, answer.turns);
    }
    const asking = { narrowed: body, demo: printer.own('demo') };
    printHits(printer, { ...answer, hits: answer.results }, asking);
  });
}
