import type { Command } from 'commander';
import type { CliContext, GlobalOptions } from '../cli-context.ts';
import { localTimeZone, parseList, parseNumber, parseTime } from '../parse-options.ts';
import { printHits } from '../print-hits.ts';
import { printResult } from '../printer.ts';
import { withServer } from '../server-connection.ts';

type Options = GlobalOptions & Record<string, unknown>;

export function addRecall(program: Command, context: CliContext): void {
  program
    .command('recall')
    .argument('<query...>', 'what you want to know, in your own words')
    .description('Recall memories, messages or both')
    .option('--over <what>', 'memories, messages or both', 'memories')
    .option('--mode <mode>', 'general, decision, project, people, workflow or conversation')
    .option('--store <list>', 'only these stores, comma-separated', parseList)
    .option('--category <list>', 'only these categories, comma-separated', parseList)
    .option('--tag <list>', 'only with any of these tags, comma-separated', parseList)
    .option('--channel <name>', 'only this channel (memories without a channel pass)')
    .option('--since <time>', 'only since then: a date, or epoch milliseconds', parseTime)
    .option('--until <time>', 'only until then', parseTime)
    .option('-n, --limit <number>', 'hits, 1-100', parseNumber)
    .option('--min-score <number>', 'only hits of at least this score, 0-1', parseNumber)
    .option('--recipe <name>', 'fused, words or vectors')
    .option('--explain', 'with --json: lanes, weights and what each signal gave')
    .action(async (words: string[], _, self: Command) => recall(context, self.optsWithGlobals(), words.join(' ')));
}

async function recall(context: CliContext, options: Options, query: string): Promise<void> {
  const { over, mode, store, category, tag, channel, since, until, limit, minScore, recipe, explain } = options;
  const body = {
    query,
    over,
    mode,
    stores: store,
    categories: category,
    tags: tag,
    channel,
    sinceMs: since,
    untilMs: until,
    timeZone: localTimeZone(),
    limit,
    minScore,
    recipe,
    explain,
  };
  const { json, answer } = await withServer(context, options, ({ client }) => client.call('recall', { body }));
  printResult(context, options, json, (printer) => printHits(printer, answer));
}
