import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { formatCount, limits, type ItemResponse, type MemoryHistory } from '@cairn/contracts';
import { neutraliseJsonLine } from '@cairn/prompt';
import { exportLineOf, markdownOf } from '@cairn/importers';
import { Option, type Command } from 'commander';
import { ServerRefusal, type CairnClient } from '@cairn/transfer/cairn-client';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { CommandFailure } from '../context/exit-codes.ts';
import {
  memoryFilters,
  memoryQuery,
  messageFilters,
  messageQuery,
  sharedFilters,
  type ItemFilters,
} from '../context/list-options.ts';
import { noteLinesOf } from '../exports/export-notes.ts';
import { printResult } from '../terminal/printer.ts';
import { withRetries } from '@cairn/client';
import { withServer } from '../server/server-connection.ts';
import { neutraliseForTerminal } from '../terminal/terminal-text.ts';

const EXPORT_TIMEOUT_MS = 180_000;
const PROGRESS_EVERY_MS = 5_000;

const formats = ['jsonl', 'markdown'] as const;
const itemKinds = ['message', 'memory'] as const;
type ItemKind = (typeof itemKinds)[number];
const exportedKinds = [...itemKinds, 'note'] as const;
type ExportedKind = (typeof exportedKinds)[number];
type Options = GlobalOptions &
  ItemFilters & {
    readonly file?: string;
    readonly kind?: ExportedKind;
    readonly whole?: boolean;
    readonly format?: 'jsonl' | 'markdown';
  };
type Counts = Record<ExportedKind, number>;

export function addExport(program: Command, context: CliContext): void {
  const command = program
    .command('export')
    .description(
      'Write all items that this key may see as JSON lines or Markdown, for {cairn import jsonl FILE}. Items of a peer are included only with --channel.',
    )
    .option('--file <file>', 'write to this file instead of stdout; compressed if the name ends in .gz')
    .option(
      '--whole',
      'all that an import can bring back: archived and superseded memories, former texts, successions, feedback, declarations, all versions of notes (needs the key of a manager)',
    )
    .addOption(new Option('--format <format>', 'lines of JSON, or Markdown with them in comments').choices(formats))
    .addOption(new Option('--kind <kind>', 'only memories, only messages, or only notes').choices(exportedKinds));
  messageFilters(memoryFilters(sharedFilters(command))).action(async (_, self: Command) =>
    exportItems(context, self.optsWithGlobals()),
  );
}

async function exportItems(context: CliContext, options: Options): Promise<void> {
  const kinds = kindsOf(options);
  const counts: Counts = { message: 0, memory: 0, note: 0 };
  await withServer(context, options, async ({ client }) => {
    const lines = linesOf(context, client, { kinds, options, counts });
    if (options.file === undefined) for await (const line of lines) context.stdout.write(line);
    else await writeWhole(options.file, lines);
  });
  printDone(context, options, counts);
}

/** Kinds of items to export. If a filter is on a field that a kind does not have, this kind is excluded. */
function kindsOf({
  kind,
  store,
  category,
  tag,
  includeArchived,
  endsBy,
  subchannel,
  session,
  speaker,
  source,
  since,
  until,
}: Options): ExportedKind[] {
  const isSome = (...filters: readonly unknown[]) => filters.some((filter) => filter !== undefined);
  const ofMemories = isSome(store, category, tag, includeArchived, endsBy);
  const ofMessages = isSome(subchannel, session, speaker);
  const leftOut: Record<ExportedKind, boolean> = {
    message: ofMemories,
    memory: ofMessages,
    note: ofMemories || ofMessages || isSome(source, since, until),
  };
  const kinds = exportedKinds.filter((each) => (kind ?? each) === each && !leftOut[each]);
  if (kinds.length > 0) return kinds;
  throw new CommandFailure(
    'usage',
    'Nothing passes these filters: some are of memories alone, some of messages alone, and notes have none but --channel.',
  );
}

interface Export {
  readonly kinds: readonly ExportedKind[];
  readonly options: Options;
  /** Number of exported items; it grows while the lines are produced. */
  readonly counts: Counts;
}

/**
 * Produces the lines of an export. Messages come before memories, so that an import knows the sources of memories. Each
 * kind is in the order of storing.
 */
async function* linesOf(
  context: CliContext,
  client: CairnClient,
  { kinds, options, counts }: Export,
): AsyncGenerator<string> {
  let sayAt = Date.now() + PROGRESS_EVERY_MS;
  const signal = context.interrupted;
  const written = (lines: readonly object[]) => lines.map((line) => writtenLine(line, options)).join('');
  for (const pass of passesOf(kinds, options))
    for await (const page of pagesOf(client, pass.kind, { options, signal })) {
      const items = page.filter(pass.takes);
      counts[pass.kind] += items.length;
      const histories = await historiesOf(client, items, { options, signal });
      yield written(items.map((item) => exportLineOf(item, histories.get(item.id))));
      if (options.json || Date.now() < sayAt) continue;
      sayAt = Date.now() + PROGRESS_EVERY_MS;
      context.stderr.write(`${wordsOf(counts)} so far\n`);
    }
  if (!kinds.includes('note')) return;
  const { channel, whole = false } = options;
  for await (const line of noteLinesOf(client, { channel, whole, signal })) {
    counts.note += 1;
    yield written([line]);
  }
}

function writtenLine(line: object, { format }: Options): string {
  if (format === 'markdown') return markdownOf(line as Readonly<Record<string, unknown>>);
  return `${neutraliseJsonLine(line)}\n`;
}

interface ExportPass {
  readonly kind: ItemKind;
  readonly takes: (item: ItemResponse) => boolean;
}

/**
 * Lists the passes over the items. In a whole export, the pass over inactive memories comes first, since an import
 * closes these memories before it stores their successors.
 */
const passesOf = (kinds: readonly ExportedKind[], { whole }: Options): ExportPass[] =>
  itemKinds
    .filter((kind) => kinds.includes(kind))
    .flatMap((kind): ExportPass[] =>
      kind === 'memory' && whole
        ? [
            { kind, takes: ({ state }) => state !== 'active' },
            { kind, takes: ({ state }) => state === 'active' },
          ]
        : [{ kind, takes: () => true }],
    );

async function historiesOf(
  client: CairnClient,
  items: readonly ItemResponse[],
  { options, signal }: { readonly options: Options; readonly signal: AbortSignal },
): Promise<ReadonlyMap<string, MemoryHistory>> {
  const ids = items.flatMap((item) => (item.kind === 'memory' ? [item.id] : []));
  if (!options.whole || ids.length === 0) return new Map();
  const body = { ids, channel: options.channel };
  try {
    const call = () => client.call('histories', { body, signal });
    const { answer } = await withRetries(call, { patienceMs: EXPORT_TIMEOUT_MS, signal });
    return new Map(answer.histories.map((history) => [history.id, history]));
  } catch (error) {
    if (!(error instanceof ServerRefusal) || error.status !== 403) throw error;
    throw new CommandFailure('failed', 'A whole export needs the key of a manager; without --whole, a reader exports.');
  }
}

async function* pagesOf(
  client: CairnClient,
  kind: ItemKind,
  { options, signal }: { options: Options; signal: AbortSignal },
): AsyncGenerator<readonly ItemResponse[]> {
  const route = kind === 'message' ? 'listMessages' : 'listMemories';
  const all = options.whole ? { includeArchived: true, includeProposed: true } : {};
  const filters = kind === 'message' ? messageQuery(options) : memoryQuery({ ...options, ...all });
  for (let cursor: string | null | undefined; cursor !== null;) {
    if (signal.aborted) throw new CommandFailure('interrupted', 'The export was interrupted.');
    const query = { ...filters, order: 'stored', limit: limits.limit.max, cursor };
    const { answer } = await withRetries(() => client.call(route, { query, signal }), {
      patienceMs: EXPORT_TIMEOUT_MS,
      signal,
    });
    yield answer.items;
    cursor = answer.nextCursor;
  }
}

/** Writes the whole file or nothing. Only the file's owner can read it. */
async function writeWhole(file: string, lines: AsyncIterable<string>): Promise<void> {
  const part = `${file}.part`;
  const packed = file.endsWith('.gz') ? [createGzip()] : [];
  try {
    await pipeline([Readable.from(lines), ...packed, createWriteStream(part, { mode: 0o600 })]);
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    const { syscall, message } = error as NodeJS.ErrnoException;
    throw syscall === undefined ? error : new CommandFailure('failed', `${file} cannot be written: ${message}`);
  }
}

function printDone(context: CliContext, options: Options, counts: Counts): void {
  const { file, json } = options;
  const summary = `Exported ${wordsOf(counts)}${file === undefined ? '' : ` to ${neutraliseForTerminal(file)}`}.`;
  if (file !== undefined)
    printResult(
      context,
      options,
      { file, messages: counts.message, memories: counts.memory, notes: counts.note },
      ({ line }) => line(summary),
    );
  else if (!json) context.stderr.write(`${summary}\n`);
}

const wordsOf = ({ message, memory, note }: Counts) =>
  [
    ...(note > 0 ? [formatCount(note, 'note')] : []),
    `${formatCount(message, 'message')} and ${formatCount(memory, 'memory', 'memories')}`,
  ].join(', ');
