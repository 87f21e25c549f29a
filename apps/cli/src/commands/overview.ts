import { formatCount, categories, stores, type RouteOutput } from '@cairn/contracts';
import type { Command } from 'commander';
import type { CliContext } from '../context/cli-context.ts';
import { parseList, parseNumber, wordsOption } from '../context/parse-options.ts';
import { printWarnings } from '../terminal/print-hits.ts';
import { printQuotations } from '../terminal/print-quotations.ts';
import type { Printer } from '../terminal/printer.ts';
import { formatName } from '../terminal/terminal-text.ts';
import { addRouteCommand, forField, option, words } from './route-command.ts';

export function addOverview(program: Command, context: CliContext): void {
  addRouteCommand(program, context, 'overview', {
    command: 'overview',
    description: 'Summarise a topic: memories by category, open questions, contradictions and sources, quoted',
    args: [words('<topic...>', 'what is asked about')],
    options: [
      option('--channel <name>', 'memories of this channel too; messages of it alone'),
      option('--project <name>', 'project whose items come first, such as acme/billing'),
      forField('stores', wordsOption('--store <list>', 'only these stores', stores)),
      forField('categories', wordsOption('--category <list>', 'only these categories', categories)),
      forField('tags', option('--tag <list>', 'only with any of these tags, comma-separated', parseList)),
      option('-n, --limit <number>', 'entries of each list, 1-20', parseNumber),
    ],
    print: printOverview,
  });
}

function printOverview(printer: Printer, answer: RouteOutput<'overview'>): void {
  const { memoryCount, bound, byCategory, known, contradictions, openQuestions, sources } = answer;
  printWarnings(printer, answer);
  const counts = Object.entries(byCategory).map(([name, count]) => `${name} ${count}`);
  const more = bound.isReached ? 'at least ' : '';
  printer.line(
    `${more}${formatCount(memoryCount, 'memory', 'memories')} of ${bound.stored}${counts.length > 0 ? `: ${counts.join(', ')}` : ''}`,
  );
  for (const { category, memories, leftOut = 0 } of known)
    printQuotations(printer, leftOut > 0 ? `${category} (${leftOut} more)` : category, memories);
  printQuotations(printer, 'Open questions', openQuestions);
  for (const { one, other } of contradictions) printQuotations(printer, 'Contradiction', [one, other]);
  for (const { source, author, memoryCount: count } of sources)
    printer.line(
      printer.colors.dim(`from ${formatName(source)}${author === null ? '' : ` by ${formatName(author)}`}: ${count}`),
    );
}
