import { usesInWords, type RouteOutput } from '@cairn/contracts';
import type { Command } from 'commander';
import type { CliContext } from '../context/cli-context.ts';
import { parseNumber } from '../context/parse-options.ts';
import type { ResultPrinter } from '../terminal/printer.ts';
import { plain } from '../terminal/terminal-text.ts';
import { addRouteCommand, option } from './route-command.ts';

/** Options that supply each missing field. */
const gives = {
  forbids: '--forbids "the command as it is typed" --instead "what to do instead"',
  decides: '--because "why" --rejected "what: why not"',
  value: '--value "the value"',
} as const;

/** Advice to add relations: saving the same text again adds them to the memory. */
const RELATIONS = 'Save the same text again with relations: crystal_remember, POST /v1/memories.';

export function addReview(program: Command, context: CliContext): void {
  addRouteCommand(program, context, 'meaningReview', {
    command: 'review',
    description: 'Memories that a person should look at',
    options: [
      option('--channel <name>', 'required for items of a peer channel'),
      option('-n, --limit <number>', 'memories, 1-100', parseNumber),
    ],
    print: printItems,
  }).requiredOption(
    '--meaning',
    'rules, decisions and facts whose writer gave no meaning beside the text, the most used first',
  );
}

function printItems({ line, colors, own }: ResultPrinter, { items }: RouteOutput<'meaningReview'>): void {
  if (items.length === 0) line('Nothing lacks a meaning.');
  for (const { memoryId, category, title, content, lacks, uses } of items) {
    line(`${colors.bold(plain(title))}  [${category}]${uses ? colors.dim(`  ${usesInWords(uses)}`) : ''}`);
    line(`    ${plain(content).replace(/\s+/g, ' ')}`);
    line(colors.dim(`    ${lacks === 'relations' ? RELATIONS : own(`update ${memoryId} ${gives[lacks]}`)}`));
  }
}
