import { categories, details, modes, recallSources, recipeNames, stores } from '@cairn/contracts';
import type { Command } from 'commander';
import type { CliContext } from '../context/cli-context.ts';
import { localTimeZone, parseList, parseNumber, parseTime, parseUntil, wordsOption } from '../context/parse-options.ts';
import { printHits } from '../terminal/print-hits.ts';
import { addRouteCommand, forField, option, words } from './route-command.ts';

export function addRecall(program: Command, context: CliContext): void {
  addRouteCommand(program, context, 'recall', {
    command: 'recall',
    description: 'Recall memories, notes and messages',
    args: [words('<query...>', 'what you want to know, in your own words')],
    options: [
      option(
        '--sources <what>',
        'over what (default: all, messages last; with --store, --category or --tag only what has them)',
      ).choices(recallSources),
      option('--mode <mode>', 'what you are after (default: general)').choices(modes),
      forField('stores', wordsOption('--store <list>', 'only these stores', stores)),
      forField('categories', wordsOption('--category <list>', 'only these categories', categories)),
      forField('tags', option('--tag <list>', 'only with any of these tags, comma-separated', parseList)),
      option('--channel <name>', 'only this channel (memories without a channel pass)'),
      forField('sinceMs', option('--since <time>', 'only since then: a date, or epoch milliseconds', parseTime)),
      forField('untilMs', option('--until <time>', 'only until then; a day is part of it', parseUntil)),
      option('--as-of <time>', 'what held then, and what had been said', parseUntil),
      option('--include-archived', 'archived, superseded and expired memories too, marked as such'),
      option('-n, --limit <number>', 'hits, 1-100', parseNumber),
      option('--min-score <number>', 'only hits of at least this score, 0-1', parseNumber),
      option('--detail <what>', 'how much of each text (default: full)').choices(details),
      forField('includeAssociations', option('--no-associations', 'without linked memories')),
      forField('askedAtMs', option('--asked-at <time>', 'what "last week" counts from (default: now)', parseTime)),
      option('--time-zone <name>', 'where "yesterday" begins, an IANA name (default: yours)'),
      option('--recipe <name>', 'how hits are weighed (default: fused)').choices(recipeNames),
      option('--no-collapse', 'show memories that say the same one by one'),
      option('--explain', 'explain the rank of each hit; with --json also the points of each signal'),
    ],
    input: ({ timeZone = localTimeZone() }) => ({ timeZone }),
    print: (printer, answer, narrowed) => printHits(printer, answer, { narrowed, demo: printer.own('demo') }),
  });
}
