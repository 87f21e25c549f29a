import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { itemKinds, limits, type ItemKind, type ItemResponse } from '@cairn/contracts';
import { inertJsonLine } from '@cairn/gate';
import { exportLineOf } from '@cairn/importers';
import { Option, type Command } from 'commander';
import type { CairnClient } from '../cairn-client.ts';
import type { CliContext, GlobalOptions } from '../cli-context.ts';
import { counted } from '../counted.ts';
import { CommandFailure } from '../exit-codes.ts';
import {
  memoryFilters,
  memoryQuery,
  messageFilters,
  messageQuery,
  sharedFilters,
  type ItemFilters,
} from '../list-options.ts';
import { printResult } from '../printer.ts';
import { withRetries } from '../retry.ts';
import { withServer } from '../server-connection.ts';
import { plain } from '../terminal-text.ts';

const PATIENCE_MS = 180_000;
const SAID_EVERY_MS = 5_000;

type Options = GlobalOptions & ItemFilters & { readonly file?: string; readonly kind?: ItemKind };
type Counts = Record<ItemKind, number>;

export function addExport(program: Command, context: CliContext): void {
  const command = program
    .command('export')
    .description(
      'Write what this key may see as JSON lines, for cairn import jsonl. What is tied to a peer is in it only with its --channel.',
    )
    .option('--file <file>', 'write there in place of stdout; a name that ends in .gz packs it')
    .addOption(new Option('--kind <kind>', 'only memories, or only messages').choices(itemKinds));
  messageFilters(memoryFilters(sharedFilters(command))).action(async (_, self: Command) =>
    exportItems(context, self.optsWithGlobals()),
  );
}

async function exportItems(context: CliContext, options: Options): Promise<void> {
  const kinds = kindsOf(options);
  const counts: Counts = { message: 0, memory: 0 };
  await withServer(context, options, async ({ client }) => {
    const lines = linesOf(context, client, { kinds, options, counts });
    if (options.file === undefined) for await (const line of lines) context.stdout.write(line);
    else await writeWhole(options.file, lines);
  });
  sayDone(context, options, counts);
}

/** A filter on what only one kind has leaves the other out. */
function kindsOf({ kind, store, category, tag, includeArchived, subchannel, session, speaker }: Options): ItemKind[] {
  const ofMemories = [store, category, tag, includeArchived].some((filter) => filter !== undefined);
  const ofMessages = [subchannel, session, speaker].some((filter) => filter !== undefined);
  const kinds = (['message', 'memory'] as const).filter(
    (each) => (kind ?? each) === each && !(each === 'message' ? ofMemories : ofMessages),
  );
  if (kinds.length > 0) return kinds;
  throw new CommandFailure(
    'usage',
    'No item passes these filters: some are of memories alone, some of messages alone.',
  );
}

interface Export {
  readonly kinds: readonly ItemKind[];
  readonly options: Options;
  /** Counted as lines are made. */
  readonly counts: Counts;
}

/** Messages first, so that an import has what memories were made from; each kind in the order in which it was stored. */
async function* linesOf(
  context: CliContext,
  client: CairnClient,
  { kinds, options, counts }: Export,
): AsyncGenerator<string> {
  let sayAt = Date.now() + SAID_EVERY_MS;
  for (const kind of kinds)
    for await (const items of pagesOf(client, kind, { options, signal: context.interrupted })) {
      counts[kind] += items.length;
      yield items.map((item) => `${inertJsonLine(exportLineOf(item))}\n`).join('');
      if (options.json || Date.now() < sayAt) continue;
      sayAt = Date.now() + SAID_EVERY_MS;
      context.stderr.write(`${wordsOf(counts)} so far\n`);
    }
}

async function* pagesOf(
  client: CairnClient,
  kind: ItemKind,
  { options, signal }: { options: Options; signal: AbortSignal },
): AsyncGenerator<readonly ItemResponse[]> {
  const route = kind === 'message' ? 'listMessages' : 'listMemories';
  const filters = kind === 'message' ? messageQuery(options) : memoryQuery(options);
  for (let cursor: string | null | undefined; cursor !== null;) {
    if (signal.aborted) throw new CommandFailure('interrupted', 'The export was interrupted.');
    const query = { ...filters, order: 'stored', limit: limits.limit.max, cursor };
    const { answer } = await withRetries(() => client.call(route, { query, signal }), {
      patienceMs: PATIENCE_MS,
      signal,
    });
    yield answer.items;
    cursor = answer.nextCursor;
  }
}

/** Under its name the file is whole or as it was before; only its owner may read it. */
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

function sayDone(context: CliContext, options: Options, counts: Counts): void {
  const { file, json } = options;
  const said = `Exported ${wordsOf(counts)}${file === undefined ? '' : ` to ${plain(file)}`}.`;
  if (file !== undefined)
    printResult(context, options, { file, messages: counts.message, memories: counts.memory }, ({ line }) =>
      line(said),
    );
  else if (!json) context.stderr.write(`${said}\n`);
}

const wordsOf = ({ message, memory }: Counts) =>
  `${counted(message, 'message')} and ${counted(memory, 'memory', 'memories')}`;
