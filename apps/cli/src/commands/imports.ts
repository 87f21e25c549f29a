import { formatCount, type PastImport } from '@cairn/contracts';
import type { Command } from 'commander';
import type { CliContext } from '../context/cli-context.ts';
import { describePace } from '../imports/describe-pace.ts';
import { timeOf } from '../terminal/print-hits.ts';
import type { Printer } from '../terminal/printer.ts';
import { formatName, neutraliseForTerminal } from '../terminal/terminal-text.ts';
import { addRouteCommand } from './route-command.ts';

export function addImports(program: Command, context: CliContext): void {
  addRouteCommand(program, context, 'listImports', {
    command: 'imports',
    description:
      'List past imports of you and your agents, with what failed and why; as a manager also those of others that everyone may read. {cairn import --undo ID} undoes one',
    print: (printer, { imports }) => {
      if (imports.length === 0) printer.line('No imports yet.');
      for (const one of imports) printImport(printer, one);
    },
  });
}

function printImport({ line, colors }: Printer, one: PastImport): void {
  const { importId, name, format, by, startedAt, created, present, failed, failures, problem } = one;
  const counts = `${created} new, ${present} already there, ${failed} failed`;
  const parts = [importId, timeOf(startedAt), formatName(name), format, `by ${formatName(by.name)}`, counts];
  const text = neutraliseForTerminal([...parts, stateOf(one)].join('  '));
  line(one.undone ? colors.dim(text) : text);
  if (problem !== null) line(`  ${colors.red('stopped')} ${neutraliseForTerminal(problem)}`);
  for (const { place, reason } of failures)
    line(`  ${colors.red('failed')} ${neutraliseForTerminal(place)}  ${neutraliseForTerminal(reason)}`);
  if (failed > failures.length && failures.length > 0)
    line(`  and ${formatCount(failed - failures.length, 'more', 'more')}`);
}

function stateOf({ state, pace, undone }: PastImport): string {
  if (undone) return `undone by ${formatName(undone.by.name)}`;
  return pace ? `${state}, ${describePace(pace)}` : state;
}
