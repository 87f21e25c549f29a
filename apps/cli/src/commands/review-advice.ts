import { formatCount, type RouteOutput } from '@cairn/contracts';
import type { CliContext } from '../context/cli-context.ts';
import { withServer } from '../server/server-connection.ts';
import { printResult, type ResultPrinter } from '../terminal/printer.ts';
import { neutraliseForTerminal } from '../terminal/terminal-text.ts';
import type { ListOptions } from './review-decisions.ts';

/** Time limit of the request in ms. It is longer than the time that the server waits for the language model. */
const TIMEOUT_MS = 150_000;

/** Prints how the configured language model ranks, titles and groups the caller's proposals. Nothing is changed. */
export async function adviseProposals(context: CliContext, options: ListOptions): Promise<void> {
  const { kind, project, limit } = options;
  const body = { kind, project, limit } as never;
  const { json, answer } = await withServer(context, options, ({ client }) =>
    client.call('adviseProposals', { body, signal: context.interrupted, timeoutMs: TIMEOUT_MS }),
  );
  printResult(context, options, json, (printer) => printAdvice(printer, answer));
}

function printAdvice({ line, colors, own }: ResultPrinter, advice: RouteOutput<'adviseProposals'>): void {
  const { proposals, merges, asked, dropped } = advice;
  if (!asked) return line('Nothing waits for a review, so nothing was sent.');
  const sent = `${formatCount(asked.proposals, 'proposal')}, ${asked.characters} characters, ${asked.remaining} more today`;
  line(
    colors.dim(`Sent to ${neutraliseForTerminal(asked.model)} at ${neutraliseForTerminal(asked.endpoint)}: ${sent}`),
  );
  for (const { memoryId, kind, content, title } of proposals) {
    line(neutraliseForTerminal(content).replace(/\s+/g, ' '));
    line(colors.dim(`    ${kind}  ${memoryId}${title ? `  title: ${neutraliseForTerminal(title)}` : ''}`));
  }
  for (const { into, ids } of merges)
    line(`The same: ${own(`review keep ${into}`)}, then ${own(`review merge ${ids.join(' ')} --into ${into}`)}`);
  for (const each of dropped) line(colors.dim(`Left out: ${neutraliseForTerminal(each)}`));
}
