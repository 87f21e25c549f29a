import { categories, details, modes, overs, recipeNames, stores } from '@cairn/contracts';
import { Option, type Command } from 'commander';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { localTimeZone, parseList, parseNumber, parseTime, parseUntil, wordsOption } from '../context/parse-options.ts';
import { printHits } from '../terminal/print-hits.ts';
import { printResult } from '../terminal/printer.ts';
import { withServer } from '../server/server-connection.ts';

type Options = GlobalOptions & Record<string, unknown>;

export function addRecall(program: Command, context: CliContext): void {
  program
    .command('recall')
    .argument('<query...>', 'what you want to know, in your own words')
    .description('Recall memories, notes and messages')
    .addOption(
      new Option(
        '--over <what>',
        'over what (default: all, messages last; with --store, --category or --tag only what has them)',
      ).choices(overs),
    )
    .addOption(new Option('--mode <mode>', 'what you are after (default: general)').choices(modes))
    .addOption(wordsOption('--store <list>', 'only these stores', stores))
    .addOption(wordsOption('--category <list>', 'only these categories', categories))
    .option('--tag <list>', 'only with any of these tags, comma-separated', parseList)
    .option('--channel <name>', 'only this channel (memories without a channel pass)')
    .option('--since <time>', 'only since then: a date, or epoch milliseconds', parseTime)
    .option('--until <time>', 'only until then; a day is part of it', parseUntil)
    .option('--as-of <time>', 'what held then, and what had been said', parseUntil)
    .option('--include-archived', 'archived, superseded and expired memories too, marked as such')
    .option('-n, --limit <number>', 'hits, 1-100', parseNumber)
    .option('--min-score <number>', 'only hits of at least this score, 0-1', parseNumber)
    .addOption(new Option('--detail <what>', 'how much of each text (default: full)').choices(details))
    .option('--no-associations', 'without linked memories')
    .option('--asked-at <time>', 'what "last week" counts from (default: now)', parseTime)
    .option('--time-zone <name>', 'where "yesterday" begins, an IANA name (default: yours)')
    .addOption(new Option('--recipe <name>', 'how hits are weighed (default: fused)').choices(recipeNames))
    .option('--no-collapse', 'show memories that say the same one by one')
    .option('--explain', 'explain the rank of each hit; with --json also the points of each signal')
    .action(async (words: string[], _, self: Command) => recall(context, self.optsWithGlobals(), words.join(' ')));
}

async function recall(context: CliContext, options: Options, query: string): Promise<void> {
  const { over, mode, store, category, tag, channel, since, until, limit, minScore, recipe, explain } = options;
  const { detail, associations, askedAt, timeZone, collapse, asOf, includeArchived } = options;
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
    asOf,
    includeArchived,
    askedAtMs: askedAt,
    timeZone: timeZone ?? localTimeZone(),
    detail,
    includeAssociations: associations,
    limit,
    minScore,
    recipe,
    explain,
    collapse,
  };
  const { json, answer } = await withServer(context, options, ({ client }) =>
    client.call('recall', { body, signal: context.interrupted }),
  );
  printResult(context, options, json, (printer) =>
    printHits(printer, answer, { narrowed: body, demo: printer.own('demo') }),
  );
}
