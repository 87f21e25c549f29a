import type { RouteOutput } from '@cairn/contracts';
import type { Command } from 'commander';
import type { CliContext } from '../context/cli-context.ts';
import { parseNumber } from '../context/parse-options.ts';
import { printWarnings, timeOf } from '../terminal/print-hits.ts';
import { printQuotations } from '../terminal/print-quotations.ts';
import type { Printer } from '../terminal/printer.ts';
import { formatName } from '../terminal/terminal-text.ts';
import { addRouteCommand, option, words } from './route-command.ts';

export function addWhy(program: Command, context: CliContext): void {
  addRouteCommand(program, context, 'why', {
    command: 'why',
    description:
      'Explain why something was decided: the current decision in its own words, reversed ones, and messages of that time',
    args: [words('<decision...>', 'the decision, made or rejected')],
    options: [
      option('--channel <name>', 'memories of this channel too; messages of it alone'),
      option('--project <name>', 'project whose items come first, such as acme/billing'),
      option('-n, --limit <number>', 'related memories, 1-100', parseNumber),
    ],
    print: printWhy,
  });
}

const formatTimeOrUnknown = (at: number | null) => (at === null ? 'an unknown time' : timeOf(at));

function printWhy(printer: Printer, answer: RouteOutput<'why'>): void {
  const { decision, reversed, evidence } = answer;
  printWarnings(printer, answer);
  if (!decision) return printer.line(printer.colors.dim('No decision about this is stored.'));
  const { id, title, at, state, sentences } = decision;
  printer.line(`${formatName(title)} ${printer.colors.dim(`${formatTimeOrUnknown(at)} ${state} ${id}`)}`);
  for (const { text, heading, part, given } of sentences) {
    const label = heading ?? (given ? `${part}, given` : part);
    printer.line(`  ${label ? `${printer.colors.dim(formatName(label))}: ` : ''}${formatName(text)}`);
  }
  for (const { id, title, at, until } of reversed)
    printer.line(
      `Reversed: ${formatName(title)} ${printer.colors.dim(`${formatTimeOrUnknown(at)} to ${formatTimeOrUnknown(until)} ${id}`)}`,
    );
  printQuotations(printer, 'Said then', evidence);
}
