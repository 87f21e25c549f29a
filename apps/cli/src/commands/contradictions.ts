import type { RouteOutput } from '@cairn/contracts';
import { Option, type Command } from 'commander';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { printResult, type Printer } from '../terminal/printer.ts';
import { withServer } from '../server/server-connection.ts';
import { plain } from '../terminal/terminal-text.ts';

interface Options extends GlobalOptions {
  readonly channel?: string;
  readonly cursor?: string;
  readonly kind?: 'contradicts' | 'restates' | 'all';
  readonly limit?: string;
}

/** Adds the command that lists contradicting and duplicate memories. */
export function addContradictions(program: Command, context: CliContext): void {
  program
    .command('contradictions')
    .description('Memories that contradict each other, or say the same, with both texts')
    .addOption(new Option('--kind <kind>', 'which pairs').choices(['contradicts', 'restates', 'all']))
    .option('--channel <name>', 'required for items of a peer channel')
    .option('--limit <number>', 'pairs at most')
    .option('--cursor <cursor>', 'cursor from the page before')
    .action(async (_, self: Command) => contradictions(context, self.optsWithGlobals()));
}

async function contradictions(context: CliContext, options: Options): Promise<void> {
  const { channel, cursor, kind, limit } = options;
  const query = { channel, cursor, kind, ...(limit !== undefined && { limit }) } as never;
  const { json, answer } = await withServer(context, options, ({ client }) =>
    client.call('contradictions', { query, signal: context.interrupted }),
  );
  printResult(context, options, json, (printer) => printPairs(printer, answer));
}

function printPairs({ line, colors }: Printer, { pairs, nextCursor }: RouteOutput<'contradictions'>): void {
  if (pairs.length === 0) line('None found. Memories are compared by their words, so there may be one all the same.');
  for (const { kind, newer, older } of pairs) {
    line(colors.bold(kind === 'contradicts' ? 'These two contradict each other:' : 'These two say the same:'));
    for (const { memoryId, title, content } of [newer, older])
      line(`  ${memoryId}  ${plain(title)}: ${plain(content).replace(/\s+/g, ' ')}`);
  }
  if (nextCursor !== null) line(colors.dim(`More: --cursor ${nextCursor}`));
}
