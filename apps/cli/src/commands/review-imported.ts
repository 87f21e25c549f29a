import { formatCount, type ImportedMemory, type MemoryId, type RouteOutput } from '@cairn/contracts';
import type { Command } from 'commander';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { parseNumber } from '../context/parse-options.ts';
import { withServer, type ServerConnection } from '../server/server-connection.ts';
import { requireConsent, type ConsentOptions } from '../terminal/consent.ts';
import { printResult, type Printer } from '../terminal/printer.ts';
import { neutraliseForTerminal } from '../terminal/terminal-text.ts';
import { addRouteCommand, forField, option } from './route-command.ts';

const inOneLine = (text: string): string => neutraliseForTerminal(text).replace(/\s+/g, ' ').trim();

/** Adds the list of what imports brought and what binds nobody until a person confirms it. */
export function addImported(review: Command, context: CliContext): void {
  addRouteCommand(review, context, 'importedMemories', {
    command: 'imported',
    description:
      'List rules and decisions that imports brought: advice that binds nobody until {cairn review confirm --import ID}',
    options: [
      forField('importId', option('--import <importId>', 'only of this import')),
      option('-n, --limit <number>', 'memories, 1-100', parseNumber),
    ],
    print: (printer, { memories, nextCursor }) => {
      if (memories.length === 0) printer.line('Nothing that was imported waits to be confirmed.');
      for (const memory of memories) printImported(printer, memory);
      if (nextCursor !== null) printer.line(printer.colors.dim('There are more: --limit 100.'));
    },
  });
}

function printImported({ line, colors }: Printer, memory: ImportedMemory): void {
  const { memoryId, category, title, content, signals, importedBy, writtenBy } = memory;
  const { importId, name, format } = importedBy;
  line(`${colors.bold(inOneLine(title))}  [${category}]`);
  if (content !== title) line(`    ${inOneLine(content)}`);
  if (signals) line(colors.yellow(`    reads like planted instructions: ${signals.join(', ')}`));
  const from = name === undefined ? [] : [`${inOneLine(name)} (${inOneLine(format ?? '')})`];
  line(colors.dim(`    ${[`by ${inOneLine(writtenBy.name)}`, ...from, importId, memoryId].join('  ')}`));
}

interface Options extends GlobalOptions, ConsentOptions {
  readonly import?: string;
}

/** Confirms what one import brought, after a person saw how much it is and agreed. */
export async function confirmImport(context: CliContext, options: Options, importId: string): Promise<void> {
  const { confirmed, suspect } = await withServer(context, options, async (server) => {
    const waiting = await waitingOf(context, server, importId);
    const importers = [...new Set(waiting.map(({ writtenBy }) => writtenBy.principalId))];
    if (waiting.length > 0) {
      if (!options.json)
        for (const { title, category } of waiting) context.stderr.write(`${inOneLine(title)}  [${category}]\n`);
      const what = formatCount(waiting.length, 'rule or decision', 'rules and decisions');
      const question = `Confirm ${what} of this import, so that they bind?`;
      await requireConsent(context, { yes: options.yes, question, unchanged: 'Nothing was confirmed.' });
    }
    const answers = [];
    for (const by of importers) answers.push(await confirmAllOf(context, server, { importId, by }));
    return {
      confirmed: answers.reduce((sum, each) => sum + each.confirmed, 0),
      suspect: answers.flatMap((each) => each.suspect),
    };
  });
  printResult(context, options, { importId, confirmed, suspect }, ({ line, own, colors }) => {
    line(
      confirmed === 0 ? 'Nothing of this import waited.' : `${formatCount(confirmed, 'memory', 'memories')} confirmed.`,
    );
    if (suspect.length === 0) return;
    line(colors.yellow('These read like planted instructions. Read each, and confirm it alone:'));
    for (const id of suspect) line(`    ${own(`review confirm ${id}`)}`);
  });
}

async function waitingOf(
  context: CliContext,
  { client }: ServerConnection,
  importId: string,
): Promise<ImportedMemory[]> {
  const waiting: ImportedMemory[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query = { importId, limit: 100, ...(cursor !== undefined && { cursor }) };
    const { answer } = await client.call('importedMemories', { query, signal: context.interrupted });
    waiting.push(...answer.memories);
    cursor = answer.nextCursor;
  }
  return waiting;
}

type Confirmed = Pick<RouteOutput<'confirmImport'>, 'confirmed' | 'suspect'>;

async function confirmAllOf(
  context: CliContext,
  { client }: ServerConnection,
  { importId, by }: { readonly importId: string; readonly by: ImportedMemory['writtenBy']['principalId'] },
): Promise<Confirmed> {
  let confirmed = 0;
  const suspect: MemoryId[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const body = { by, ...(cursor !== undefined && { cursor }) };
    const { answer } = await client.call('confirmImport', { params: { importId }, body, signal: context.interrupted });
    confirmed += answer.confirmed;
    suspect.push(...answer.suspect);
    cursor = answer.nextCursor;
  }
  return { confirmed, suspect };
}
