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
        '--sources <kind>',
        'texts to search (default: all, messages last; with --store, --category or --tag only texts with them)',
      ).choices(recallSources),
      option('--mode <mode>', 'preferred category of hits (default: general)').choices(modes),
      forField('stores', wordsOption('--store <list>', 'only these stores', stores)),
      forField('categories', wordsOption('--category <list>', 'only these categories', categories)),
      forField('tags', option('--tag <list>', 'only with any of these tags, comma-separated', parseList)),
      option('--channel <name>', 'only this channel (memories without a channel pass)'),
      option('--project <name>', 'project whose items come first, such as acme/billing'),
      forField('sinceMs', option('--since <time>', 'only since then: a date, or epoch milliseconds', parseTime)),
      forField(
        'untilMs',
        option('--until <time>', 'only until then; a day, week, month or year is included', parseUntil),
      ),
      option('--as-of <time>', 'the state at that time', parseUntil),
      option('--include-archived', 'archived, superseded and expired memories too, marked as such'),
      forField('includeProposed', option('--no-proposed', 'without memories that are proposed to you')),
      option('-n, --limit <number>', 'hits, 1-100', parseNumber),
      option('--min-score <number>', 'only hits of at least this score, 0-1', parseNumber),
      option('--detail <what>', 'how much of each text (default: full)').choices(details),
      forField('includeAssociations', option('--no-associations', 'without linked memories')),
      forField('askedAtMs', option('--asked-at <time>', 'reference time of "last week" (default: now)', parseTime)),
      option('--time-zone <name>', 'time zone of "yesterday", an IANA name (default: yours)'),
      option('--recipe <name>', 'weights of the searches (default: fused)').choices(recipeNames),
      option('--no-collapse', 'show restatements as separate hits'),
      option('--explain', 'explain the rank of each hit; with --json also the points of each signal'),
    ],
    input: ({ timeZone = localTimeZone() }) => ({ timeZone }),
    print: (printer, answer, narrowed) => printHits(printer, answer, { narrowed, own: printer.own }),
  });
}
