import { formatCount, type RouteInput, type RouteOutput } from '@cairn/contracts';
import { Option, type Command } from 'commander';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { parseTime } from '../context/parse-options.ts';
import type { CairnClient } from '@cairn/transfer/cairn-client';
import { withServer } from '../server/server-connection.ts';
import { printResult, type ResultPrinter } from '../terminal/printer.ts';
import { neutraliseForTerminal } from '../terminal/terminal-text.ts';

interface Options extends GlobalOptions {
  readonly session?: string[];
  readonly channel?: string;
  readonly since?: number;
  readonly preview?: boolean;
}

export function addExtract(program: Command, context: CliContext): void {
  program
    .command('extract')
    .description('Read conversations for proposals now, imported ones too; all of them unless options name some')
    .option('--session <keys...>', 'conversations by their session keys')
    .option('--channel <name>', 'conversations of this channel')
    .addOption(
      new Option('--since <time>', 'conversations with a message since then: a date, or epoch milliseconds').argParser(
        parseTime,
      ),
    )
    .option('--preview', 'show what would be proposed, and store nothing')
    .action(async (_, self: Command) => {
      const options = self.optsWithGlobals<Options>();
      return options.preview ? previewExtraction(context, options) : extractMemories(context, options);
    });
}

/** Selects the named conversations, and all of them if the options name none. */
function bodyOf({ session: sessionKeys, channel, since }: Options) {
  const isNamed = sessionKeys !== undefined || channel !== undefined;
  return { sessionKeys, channel, sinceMs: since ?? (isNamed ? undefined : 0) };
}

async function extractMemories(context: CliContext, options: Options): Promise<void> {
  const answer = await withServer(context, options, ({ client }) =>
    requestExtraction(client, bodyOf(options), context.interrupted),
  );
  printResult(context, options, answer, ({ line, own }) => {
    const { conversations } = answer;
    line(`${formatCount(conversations, 'conversation')} will be read in the background.`);
    if (conversations > 0) line(`${own('review')} lists what is proposed.`);
  });
}

/** Has the server read all matching conversations, page by page. Returns their number. */
export async function requestExtraction(
  client: CairnClient,
  body: RouteInput<'extract'>['body'],
  signal?: AbortSignal,
): Promise<{ conversations: number }> {
  let conversations = 0;
  for (let after: RouteOutput<'extract'>['next'] | undefined; after !== null;) {
    const { answer: page } = await client.call('extract', { body: { ...body, ...(after && { after }) }, signal });
    conversations += page.conversations;
    after = page.next;
  }
  return { conversations };
}

async function previewExtraction(context: CliContext, options: Options): Promise<void> {
  const { json, answer } = await withServer(context, options, ({ client }) =>
    client.call('previewExtraction', { body: bodyOf(options), signal: context.interrupted }),
  );
  printResult(context, options, json, (printer) => printPreview(printer, answer));
}

function printPreview(
  { line, colors }: ResultPrinter,
  { statements, messages, isMore }: RouteOutput<'previewExtraction'>,
): void {
  for (const { kind, content, certainty, saidBy, quotes } of statements) {
    line(neutraliseForTerminal(content));
    const by = saidBy.speaker ?? saidBy.role;
    line(colors.dim(`   ${[kind, certainty.toFixed(2), neutraliseForTerminal(by), quotes[0]?.messageId].join(' · ')}`));
  }
  line(colors.dim(`${statements.length} statements in ${messages} messages. Nothing was stored.`));
  if (isMore) line(colors.dim('There are more conversations or messages than one preview reads.'));
}
