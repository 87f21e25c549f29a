import { describeUses, type RouteOutput } from '@cairn/contracts';
import type { Command } from 'commander';
import type { CliContext } from '../context/cli-context.ts';
import { parseNumber } from '../context/parse-options.ts';
import { withServer } from '../server/server-connection.ts';
import { yesOption } from '../terminal/consent.ts';
import { printResult, type ResultPrinter } from '../terminal/printer.ts';
import { neutraliseForTerminal } from '../terminal/terminal-text.ts';
import { addConfirmations, addDecisions, reviewProposals, type ListOptions } from './review-decisions.ts';
import { addImported } from './review-imported.ts';
import { adviseProposals } from './review-advice.ts';
import { propose } from './review-proposals.ts';

interface Options extends ListOptions {
  readonly meaning?: boolean;
  readonly channel?: string;
  readonly propose?: boolean;
  readonly advise?: boolean;
  readonly yes?: boolean;
}

/** Maps each missing field to the options that supply it. */
const optionsByMissingField = {
  forbids: '--forbids "the command as it is typed" --instead "what to do instead"',
  decides: '--because "why" --rejected "what: why not"',
  value: '--value "the value"',
} as const;

/**
 * Advice to add relations. If the same text is saved again with relations, the relations are added to the existing
 * memory.
 */
const RELATIONS_HINT = 'Save the same text again with relations: crystal_remember, POST /v1/memories.';

export function addReview(program: Command, context: CliContext): void {
  const command = program
    .command('review')
    .description(
      'Review proposed memories: by keys in a terminal, one at a time; otherwise a list. With --meaning, memories without one',
    )
    .option('--advise', 'ask the configured language model to rank, title and group your proposals; nothing is changed')
    .option('--list', 'list them in a terminal too')
    .option('--meaning', 'rules, decisions and facts whose writer gave no meaning beside the text, the most used first')
    .option('--kind <kind>', 'only proposals of this kind, such as decision or rule')
    .option('--project <name>', 'only proposals of this project')
    .option('--agent <name>', 'only what this agent or person proposed')
    .option('--owner <who>', 'me or others: only proposals of yours, or only of others')
    .option('--status <status>', 'waiting (default), kept, confirmed, merged or rejected')
    .option('--channel <name>', 'with --meaning: required for items of a peer channel')
    .option('-n, --limit <number>', 'memories, 1-100; with --propose 1-10', parseNumber)
    .option('--propose', 'send them to the configured language model, show what it proposes, and save what you confirm')
    .addOption(yesOption('with --propose: save all proposals without asking'))
    .action(async (_, self: Command) => {
      const options = self.optsWithGlobals<Options>();
      if (options.advise) return adviseProposals(context, options);
      if (!options.meaning && !options.propose) return reviewProposals(context, options);
      return options.propose ? propose(context, options) : review(context, options);
    });
  addDecisions(command, context);
  addConfirmations(command, context);
  addImported(command, context);
}

async function review(context: CliContext, options: Options): Promise<void> {
  const { channel, limit } = options;
  const { json, answer } = await withServer(context, options, ({ client }) =>
    client.call('meaningReview', { query: { channel, limit }, signal: context.interrupted }),
  );
  printResult(context, options, json, (printer) => printItems(printer, answer));
}

function printItems({ line, colors, own }: ResultPrinter, { items }: RouteOutput<'meaningReview'>): void {
  if (items.length === 0) line('Nothing lacks a meaning.');
  for (const { memoryId, category, title, content, lacks, uses } of items) {
    line(
      `${colors.bold(neutraliseForTerminal(title))}  [${category}]${uses ? colors.dim(`  ${describeUses(uses)}`) : ''}`,
    );
    line(`    ${neutraliseForTerminal(content).replace(/\s+/g, ' ')}`);
    line(
      colors.dim(
        `    ${lacks === 'relations' ? RELATIONS_HINT : own(`update ${memoryId} ${optionsByMissingField[lacks]}`)}`,
      ),
    );
  }
}
