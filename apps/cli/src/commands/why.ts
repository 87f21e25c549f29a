import type { Quotation, RouteOutput } from '@cairn/contracts';
import type { Command } from 'commander';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { parseNumber } from '../context/parse-options.ts';
import { printWarnings } from '../terminal/print-hits.ts';
import { printQuotations } from '../terminal/print-quotations.ts';
import { printResult, type Printer } from '../terminal/printer.ts';
import { withServer } from '../server/server-connection.ts';

type Options = GlobalOptions & Record<string, unknown>;

export function addWhy(program: Command, context: CliContext): void {
  program
    .command('why')
    .argument('<decision...>', 'what was decided, or decided against')
    .description('Why something was decided: decision, alternatives, reasons, consequences and later reversals, quoted')
    .option('--channel <name>', 'memories of this channel too; messages of it alone')
    .option('-n, --limit <number>', 'related memories, 1-100', parseNumber)
    .action(async (words: string[], _, self: Command) => why(context, self.optsWithGlobals(), words.join(' ')));
}

async function why(context: CliContext, options: Options, decision: string): Promise<void> {
  const { channel, limit } = options;
  const body = { decision, channel, limit };
  const { json, answer } = await withServer(context, options, ({ client }) =>
    client.call('why', { body, signal: context.interrupted }),
  );
  printResult(context, options, json, (printer) => printWhy(printer, answer));
}

function printWhy(printer: Printer, answer: RouteOutput<'why'>): void {
  const { decision, alternatives, reasons, consequences, reversals, notFound } = answer;
  printWarnings(printer, answer);
  const against = alternatives.flatMap(({ what, whyNot }): Quotation[] => (whyNot ? [what, whyNot] : [what]));
  printQuotations(printer, 'Decision', decision ? [decision] : []);
  printQuotations(printer, 'Alternatives, and why not', against);
  printQuotations(printer, 'Reasons', reasons);
  printQuotations(printer, 'Consequences', consequences);
  printQuotations(printer, 'Later', reversals);
  if (notFound.length > 0) printer.line(printer.colors.dim(`Not found: ${notFound.join(', ')}.`));
}
