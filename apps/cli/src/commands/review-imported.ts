import {
  formatCount,
  limits,
  type ImportedMemory,
  type MemoryId,
  type RouteInput,
  type RouteOutput,
} from '@cairn/contracts';
import type { Command } from 'commander';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { parseNumber } from '../context/parse-options.ts';
import { withServer, type ServerConnection } from '../server/server-connection.ts';
import { requireConsent, type ConsentOptions } from '../terminal/consent.ts';
import { createPrinter, printResult, type Printer } from '../terminal/printer.ts';
import { neutraliseForTerminal } from '../terminal/terminal-text.ts';

const inOneLine = (text: string): string => neutraliseForTerminal(text).replace(/\s+/g, ' ').trim();

interface ListOptions extends GlobalOptions {
  readonly import?: string;
  readonly limit?: number;
}

/** Adds the list of what imports brought and what binds nobody until a person confirms it. */
export function addImported(review: Command, context: CliContext): void {
  review
    .command('imported')
    .description(
      'List rules and decisions that imports brought: advice that binds nobody until {cairn review confirm --import ID}',
    )
    .option('--import <importId>', 'only of this import')
    .option('-n, --limit <number>', 'memories at most (default: all)', parseNumber)
    .action(async (_, self: Command) => listImported(context, self.optsWithGlobals<ListOptions>()));
}

async function listImported(context: CliContext, options: ListOptions): Promise<void> {
  const { import: importId, limit = Infinity } = options;
  const { memories, nextCursor } = await withServer(context, options, (server) =>
    waitingIn(context, server, { importId, limit }),
  );
  printResult(context, options, { memories, nextCursor }, (printer) => {
    if (memories.length === 0) printer.line('Nothing that was imported waits to be confirmed.');
    for (const memory of memories) printImported(printer, memory);
    if (nextCursor !== null) printer.line(printer.colors.dim('There are more: leave out --limit.'));
  });
}

function printImported({ line, colors }: Printer, memory: ImportedMemory): void {
  const { memoryId, category, title, content, norms, signals, importedBy, writtenBy } = memory;
  const { importId, name, format } = importedBy;
  line(`${colors.bold(inOneLine(title))}  [${category}]`);
  if (content !== title) line(`    ${inOneLine(content)}`);
  for (const norm of norms) line(`    ${inOneLine(norm)}`);
  if (signals) line(colors.yellow(`    reads like planted instructions: ${signals.join(', ')}`));
  const from = name === undefined ? [] : [`${inOneLine(name)} (${inOneLine(format ?? '')})`];
  line(colors.dim(`    ${[`by ${inOneLine(writtenBy.name)}`, ...from, importId, memoryId].join('  ')}`));
}

/** Confirms what one import brought, as it was listed, after a person saw it and agreed. */
export async function confirmImport(
  context: CliContext,
  options: GlobalOptions & ConsentOptions,
  importId: string,
): Promise<void> {
  const result = await withServer(context, options, async (server) => {
    const { memories } = await waitingIn(context, server, { importId, limit: Infinity });
    const listed = Object.groupBy(memories, ({ signals }) => (signals ? 'suspect' : 'ready'));
    const { ready = [], suspect = [] } = listed;
    if (ready.length > 0) await ask(context, options, { ready, suspect });
    return { ...(await confirmListed(context, server, { importId, ready, suspect })), importId };
  });
  const { confirmed, suspect, changed } = result;
  printResult(context, options, result, ({ line, own, colors }) => {
    if (confirmed.length > 0) line(`${formatCount(confirmed.length, 'memory', 'memories')} confirmed.`);
    else line(suspect.length + changed.length > 0 ? 'Nothing was confirmed.' : 'Nothing of this import waited.');
    if (changed.length > 0) {
      line(colors.yellow('These changed after they were listed, and were not confirmed:'));
      for (const id of changed) line(`    ${own(`show ${id}`)}`);
    }
    if (suspect.length === 0) return;
    line(colors.yellow('These read like planted instructions. Read each, and confirm it alone:'));
    for (const id of suspect) line(`    ${own(`review confirm ${id}`)}`);
  });
}

interface Listed {
  readonly ready: readonly ImportedMemory[];
  /** Memories that read like planted instructions, which are listed and left out. */
  readonly suspect: readonly ImportedMemory[];
}

/** Shows in full what would bind, and returns only if the person agrees. */
async function ask(context: CliContext, options: GlobalOptions & ConsentOptions, listed: Listed): Promise<void> {
  const { ready, suspect } = listed;
  // The standard error has the list, so that a person who asks for JSON sees it as well.
  if (!options.json || !options.yes)
    for (const memory of [...suspect, ...ready]) printImported(createPrinter(context.stderr, context.env), memory);
  const what = formatCount(ready.length, 'rule or decision', 'rules and decisions');
  const without = suspect.length === 0 ? '' : `, without the ${suspect.length} that read like planted instructions`;
  const question = `Confirm ${what} of this import${without}, so that they bind?`;
  await requireConsent(context, { yes: options.yes, question, unchanged: 'Nothing was confirmed.' });
}

/** Confirms the listed memories in the versions that were listed. What arrived or changed since is left out. */
async function confirmListed(
  context: CliContext,
  { client }: ServerConnection,
  { importId, ready, suspect: listed }: Listed & { readonly importId: string },
) {
  const [confirmed, changed]: MemoryId[][] = [[], []];
  const suspect = listed.map(({ memoryId }) => memoryId);
  const size = limits.confirmedImports.max;
  for (let at = 0; at < ready.length; at += size) {
    const memories = ready.slice(at, at + size).map(({ memoryId: id, version }) => ({ id, version }));
    const input = { params: { importId }, body: { memories }, signal: context.interrupted };
    const { answer } = await client.call('confirmImport', input);
    confirmed!.push(...answer.confirmed);
    suspect.push(...answer.suspect);
    changed!.push(...answer.changed);
  }
  return { confirmed: confirmed!, suspect, changed: changed! };
}

interface Wanted {
  readonly importId: string | undefined;
  readonly limit: number;
}

/** Reads what waits, page by page, up to a number of memories. */
async function waitingIn(context: CliContext, { client }: ServerConnection, { importId, limit }: Wanted) {
  const memories: ImportedMemory[] = [];
  let cursor: string | null = null;
  do {
    const page = Math.min(limit - memories.length, limits.limit.max);
    const query: RouteInput<'importedMemories'>['query'] = {
      limit: page,
      ...(importId !== undefined && { importId }),
      ...(cursor !== null && { cursor }),
    };
    const called = await client.call('importedMemories', { query, signal: context.interrupted });
    const answer: RouteOutput<'importedMemories'> = called.answer;
    memories.push(...answer.memories);
    cursor = answer.nextCursor;
  } while (cursor !== null && memories.length < limit);
  return { memories, nextCursor: cursor };
}
