import type { RouteOutput } from '@cairn/contracts';
import type { Command } from 'commander';
import type { CliContext } from '../context/cli-context.ts';
import { parseNumber, parseTime } from '../context/parse-options.ts';
import { timeOf } from '../terminal/print-hits.ts';
import { printQuotations } from '../terminal/print-quotations.ts';
import type { Printer } from '../terminal/printer.ts';
import { addRouteCommand, forField, option } from './route-command.ts';

export function addWake(program: Command, context: CliContext): void {
  addRouteCommand(program, context, 'wake', {
    command: 'wake',
    description: 'Show a briefing: standing instructions, open goals, changes since your last session, decisions',
    options: [
      option('--channel <name>', 'memories of this channel too; messages of it alone'),
      option(
        '--project <name>',
        'project whose memories come first, such as acme/billing; rules of others are left out',
      ),
      forField('sessionKey', option('--session <key>', 'the new session, which does not count as the last one')),
      forField('sinceMs', option('--since <time>', 'changes since then: a date, or epoch milliseconds', parseTime)),
      option('-n, --limit <number>', 'entries of each list, 1-20', parseNumber),
    ],
    print: printWake,
  });
}

function printWake(printer: Printer, answer: RouteOutput<'wake'>): void {
  const { since, handoff, lastSession, instructions, goals, changed, decisions } = answer;
  printer.line(printer.colors.dim(`Changes are counted from ${timeOf(since)}.`));
  printQuotations(printer, 'To hold', instructions);
  printQuotations(printer, 'Open goals', goals);
  printQuotations(
    printer,
    'Superseded',
    changed.flatMap(({ was }) => was ?? []),
  );
  printQuotations(
    printer,
    'New or changed',
    changed.flatMap(({ now }) => now ?? []),
  );
  printQuotations(printer, 'Decisions', decisions);
  if (handoff) printHandoff(printer, handoff);
  printQuotations(printer, 'Your last session', lastSession?.messages ?? []);
}

function printHandoff(printer: Printer, handoff: NonNullable<RouteOutput<'wake'>['handoff']>): void {
  const { sessionKey, author, source, endedAt } = handoff;
  printer.line(
    printer.colors.dim(`Hand-off of ${sessionKey} by ${author ?? 'somebody'} (${source}), ${timeOf(endedAt)}`),
  );
  for (const [title, quotes] of [
    ['Asked', handoff.asked],
    ['Decided', handoff.decided],
    ['Changed', handoff.changed],
    ['Failed', handoff.failed],
    ['Left open', handoff.open],
  ] as const)
    printQuotations(
      printer,
      title,
      quotes.map(({ by, text, id }) => ({ title: by, text, id })),
    );
}
