import { patternCategories, patternScopes } from '@cairn/contracts';
import type { Command } from 'commander';
import { OVERWRITE_HELP } from '../context/overwrite.ts';
import type { CliContext } from '../context/cli-context.ts';
import { parseNumber } from '../context/parse-options.ts';
import type { Printer } from '../terminal/printer.ts';
import { neutraliseForTerminal } from '../terminal/terminal-text.ts';
import { addRouteCommand, forField, option, words } from './route-command.ts';

export function addPatterns(program: Command, context: CliContext): void {
  const command = program.command('patterns').description('Patterns that agents learned, as Forge keeps them');
  const project = () => option('--project <name>', 'which project (default: default)');
  addRouteCommand(command, context, 'recallPatterns', {
    command: 'recall',
    description: 'Find learned patterns about something',
    args: [words('<query...>')],
    options: [project(), option('--scope <scope>', 'where (default: all)').choices([...patternScopes, 'all'])],
    print: (printer, { message, groups }) => {
      if (message !== undefined) printer.line(message);
      for (const { scope, count, memories } of groups) {
        printer.line(`Found ${count} in ${scope} memory`);
        for (const each of memories) printPattern(printer, each);
      }
    },
  });
  addRouteCommand(command, context, 'savePattern', {
    command: 'save',
    description: 'Save a learned pattern',
    args: [words('<pattern...>')],
    options: [
      project(),
      option('--category <category>', 'what kind').choices(patternCategories).makeOptionMandatory(),
      option('--scope <scope>', 'where (default: project)').choices(patternScopes),
      option('--confidence <number>', 'how sure, 0-1 (default: 0.7)', parseNumber),
      forField('tags', option('--tag <tag...>', 'words to find it by')),
      option('--overwrite', OVERWRITE_HELP),
    ],
    print: (printer, { created, saved }) => {
      printer.line(created ? 'Saved.' : 'Known already; its confidence rose.');
      printPattern(printer, saved);
    },
  });
}

interface Pattern {
  readonly category: string;
  readonly confidence: number;
  readonly pattern: string;
}

const printPattern = ({ line }: Printer, { category, confidence, pattern }: Pattern) =>
  line(`  [${category}] ${confidence.toFixed(2)} — ${neutraliseForTerminal(pattern).replace(/\s+/g, ' ')}`);
