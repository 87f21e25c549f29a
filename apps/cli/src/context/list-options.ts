import { categories, listOrders, stores } from '@cairn/contracts';
import { Option, type Command } from 'commander';
import { parseEnd, parseList, parseNumber, parseTime, parseUntil, wordsOption } from './parse-options.ts';

/** Filters on items, as parsed by commander from the options below. */
export interface ItemFilters {
  readonly store?: readonly string[];
  readonly category?: readonly string[];
  readonly tag?: readonly string[];
  readonly tagMatch?: string;
  readonly includeArchived?: boolean;
  readonly includeProposed?: boolean;
  readonly endsBy?: number;
  readonly channel?: string;
  readonly project?: string;
  readonly subchannel?: string;
  readonly session?: string;
  readonly speaker?: string;
  readonly source?: string;
  readonly externalId?: string;
  readonly since?: number;
  readonly until?: number;
}

/** Order, size and start of a page. */
export interface PageOptions {
  readonly order?: string;
  readonly limit?: number;
  readonly cursor?: string;
}

export const sharedFilters = (command: Command): Command =>
  command
    .option('--channel <name>', 'only this channel (memories without one pass); required for items of a peer channel')
    .option('--project <name>', 'only what belongs to this project, such as acme/billing')
    .option('--source <name>', 'only what came from this system, such as api, jsonl or claude-code')
    .option('--external-id <id>', 'only the item to which the system gave this id; needs --source')
    .option('--since <time>', 'only since then: a date, or epoch milliseconds', parseTime)
    .option('--until <time>', 'only until then; a day, week, month or year is included', parseUntil);

export const memoryFilters = (command: Command): Command =>
  command
    .addOption(wordsOption('--store <list>', 'only these stores', stores))
    .addOption(wordsOption('--category <list>', 'only these categories', categories))
    .option('--tag <list>', 'only with any of these tags, comma-separated', parseList)
    .addOption(new Option('--tag-match <how>', 'with any of the tags, or with all').choices(['any', 'all']))
    .option('--include-archived', 'archived and superseded ones too')
    .option('--include-proposed', 'memories that are proposed to you too')
    .option('--ends-by <time>', 'only those that cease to hold by then, or did before', parseEnd);

export const messageFilters = (command: Command): Command =>
  command
    .option('--subchannel <name>', 'only this subchannel')
    .option('--session <key>', 'only this session')
    .option('--speaker <name>', 'only what this one said');

export const pageOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('--order <order>', 'by time, or as they were stored (default: newest first)').choices(listOrders),
    )
    .option('-n, --limit <number>', 'how many, 1-100', parseNumber)
    .option('--cursor <cursor>', 'go on after a page, with the same filters and order');

export const memoryQuery = ({
  store,
  category,
  tag,
  tagMatch,
  includeArchived,
  includeProposed,
  endsBy,
  ...place
}: ItemFilters) => ({
  stores: store,
  categories: category,
  tags: tag,
  tagMatch,
  includeArchived,
  includeProposed,
  validToMs: endsBy,
  ...sharedQuery(place),
});

export const messageQuery = ({ subchannel, session, speaker, ...place }: ItemFilters) => ({
  subchannel,
  sessionKey: session,
  speaker,
  ...sharedQuery(place),
});

const sharedQuery = ({ channel, project, source, externalId, since, until }: ItemFilters) => ({
  channel,
  project,
  source,
  externalId,
  sinceMs: since,
  untilMs: until,
});
