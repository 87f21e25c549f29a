import { categories, stores, type RouteOutput } from '@cairn/contracts';
import type { Command } from 'commander';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { parseList, parseNumber, wordsOption } from '../context/parse-options.ts';
import { printWarnings } from '../terminal/print-hits.ts';
import { printQuotations } from '../terminal/print-quotations.ts';
import { printResult, type Printer } from '../terminal/printer.ts';
import { withServer } from '../server/server-connection.ts';
import { fact } from '../terminal/terminal-text.ts';

type Options = GlobalOptions & Record<string, unknown>;

export function addOverview(program: Command, context: CliContext): void {
  program
    .command('overview')
    .argument('<topic...>', 'what is asked about')
    .description('Summarise a topic: memories by category, open questions, contradictions and sources, quoted')
    .option('--channel <name>', 'memories of this channel too; messages of it alone')
    .addOption(wordsOption('--store <list>', 'only these stores', stores))
    .addOption(wordsOption('--category <list>', 'only these categories', categories))
    .option('--tag <list>', 'only with any of these tags, comma-separated', parseList)
    .option('-n, --limit <number>', 'entries of each list, 1-20', parseNumber)
    .action(async (words: string[], _, self: Command) => overview(context, self.optsWithGlobals(), words.join(' ')));
}

async function overview(context: CliContext, options: Options, topic: string): Promise<void> {
  const { channel, store, category, tag, limit } = options;
  const body = { topic, channel, stores: store, categories: category, tags: tag, limit };
  const { json, answer } = await withServer(context, options, ({ client }) =>
    client.call('overview', { body, signal: context.interrupted }),
  );
  printResult(context, options, json, (printer) => printOverview(printer, answer));
}

function printOverview(printer: Printer, answer: RouteOutput<'overview'>): void {
  const { memoryCount, bound, byCategory, known, contradictions, openQuestions, sources } = answer;
  printWarnings(printer, answer);
  const counts = Object.entries(byCategory).map(([name, count]) => `${name} ${count}`);
  const more = bound.isReached ? 'at least ' : '';
  printer.line(`${more}${memoryCount} memories of ${bound.stored}${counts.length > 0 ? `: ${counts.join(', ')}` : ''}`);
  for (const { category, memories, leftOut = 0 } of known)
    printQuotations(printer, leftOut > 0 ? `${category} (${leftOut} more)` : category, memories);
  printQuotations(printer, 'Open questions', openQuestions);
  for (const { one, other } of contradictions) printQuotations(printer, 'Contradiction', [one, other]);
  for (const { source, author, memoryCount: count } of sources)
    printer.line(printer.colors.dim(`from ${fact(source)}${author === null ? '' : ` by ${fact(author)}`}: ${count}`));
}
