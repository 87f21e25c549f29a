import type { Command } from 'commander';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { parseNumber, parseTime } from '../context/parse-options.ts';
import { printRecent, printTurns } from '../terminal/print-hits.ts';
import { printResult } from '../terminal/printer.ts';
import { withServer } from '../server/server-connection.ts';

interface Options extends GlobalOptions {
  readonly channel?: string;
  readonly session?: string;
  readonly since?: number;
  readonly limit?: number;
  readonly neighbours?: number;
}

export function addRecent(program: Command, context: CliContext): void {
  program
    .command('recent')
    .description('The newest messages, oldest first')
    .option('--channel <name>', 'only this channel')
    .option('--session <key>', 'only this session')
    .option('--since <time>', 'only since then: a date, or epoch milliseconds', parseTime)
    .option('--neighbours <number>', 'number of messages before and after each in its session, 0-3', parseNumber)
    .option('-n, --limit <number>', 'messages, 1-100', parseNumber)
    .action(async (_, self: Command) => recent(context, self.optsWithGlobals()));
}

async function recent(context: CliContext, options: Options): Promise<void> {
  const { channel, session, since, limit, neighbours } = options;
  const query = { channel, sessionKey: session, sinceMs: since, limit };
  const { json, answer } = await withServer(context, options, ({ client }) =>
    client.call('recent', { query: { ...query, neighbours }, signal: context.interrupted }),
  );
  printResult(context, options, json, (printer) =>
    answer.turns?.length ? printTurns(printer, answer.turns) : printRecent(printer, answer.messages, query),
  );
}
