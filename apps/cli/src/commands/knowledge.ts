import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import {
  limits,
  peerScopePolicies,
  type KnowledgeBase,
  type KnowledgeHit,
  type KnowledgeImportResponse,
  type MemoryId,
} from '@cairn/contracts';
import { readNote } from '@cairn/notes';
import { Option, type Command } from 'commander';
import type { CairnClient } from '../server/cairn-client.ts';
import { AGAIN, againQuery } from '../context/again.ts';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { CommandFailure } from '../context/exit-codes.ts';
import { parseNumber } from '../context/parse-options.ts';
import { requireConsent, yesOption, type ConsentOptions } from '../terminal/consent.ts';
import { printWarnings } from '../terminal/print-hits.ts';
import { printResult, type Printer } from '../terminal/printer.ts';
import { withServer } from '../server/server-connection.ts';
import { fact, plain, wrap } from '../terminal/terminal-text.ts';

type Options = GlobalOptions & Readonly<Partial<Record<string, string>>> & Flags;
interface Flags {
  readonly agent?: string[];
  readonly all?: boolean;
  readonly again?: boolean;
  readonly manage?: boolean;
  readonly inactive?: boolean;
  readonly active?: boolean;
  readonly limit?: number;
}

const collected = (one: string, before: string[] = []): string[] => [...before, one];
const policy = new Option('--policy <policy>', 'whether other peers reach it from their own channels').choices(
  peerScopePolicies,
);
const agent = ['--agent <who>', 'keep it to this person or agent, by name or id (again for more)'] as const;

export function addKnowledge(program: Command, context: CliContext): void {
  const kb = program.command('kb').description('Knowledge bases: documents that agents ask apart from the memory');
  const place = (command: Command) =>
    command
      .option('--channel <name>', 'the channel that the call is made for')
      .option('--manage', 'as a manager, without regard to access; the audit names you');
  place(kb.command('list').description('The bases that you reach'))
    .option('--all', 'those that are switched off too')
    .action(async (_, self: Command) => list(context, self.optsWithGlobals()));
  kb.command('create')
    .argument('<name>', 'how it is called')
    .description('Make a knowledge base')
    .option('--description <text>', 'what is in it')
    .option('--scope <channel>', 'the channel that it belongs to')
    .addOption(policy)
    .option(...agent, collected)
    .action(async (name: string, _, self: Command) => create(context, self.optsWithGlobals(), name));
  place(kb.command('set').argument('<base>', 'name or id').description('Change a base or who reaches it'))
    .option('--name <name>', 'another name')
    .option('--description <text>', 'what is in it')
    .option('--scope <channel>', 'the channel that it belongs to; "" for none')
    .addOption(policy)
    .option(...agent, collected)
    .option('--active', 'switch it on')
    .option('--inactive', 'switch it off: no call reaches it')
    .action(async (base: string, _, self: Command) => change(context, self.optsWithGlobals(), base));
  place(kb.command('delete').argument('<base>', 'name or id').description('Remove a base; its chunks are forgotten'))
    .addOption(yesOption())
    .action(async (base: string, _, self: Command) => remove(context, self.optsWithGlobals(), base));
  kb.command('import')
    .argument('<base>', 'name or id; made if there is none of the name')
    .argument('<file...>', 'Markdown or plain text, each a document')
    .description('Put documents into a base, a chunk a section; the same again is harmless')
    .option('--scope <channel>', 'the channel of a base that is made')
    .option('--channel <name>', 'the channel that the call is made for')
    .option('--again', AGAIN)
    .action(async (base: string, files: string[], _, self: Command) =>
      importFiles(context, self.optsWithGlobals(), { base, files }),
    );
  kb.command('query')
    .argument('<base>', 'name or id')
    .argument('<query...>', 'what you want to know, in your own words')
    .description('Ask a base')
    .option('--channel <name>', 'the channel that the call is made for')
    .option('-n, --limit <number>', 'chunks, 1-20', parseNumber)
    .action(async (base: string, words: string[], _, self: Command) =>
      query(context, self.optsWithGlobals(), { base, words }),
    );
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const baseParams = (base: string) => (UUID.test(base) ? { knowledgeBaseId: base } : { knowledgeBaseName: base });
const placeOf = ({ channel, manage }: Options) => ({ channel, ...(manage && { manage: 'true' }) });

async function list(context: CliContext, options: Options): Promise<void> {
  const query = { ...placeOf(options), ...(options.all && { includeInactive: 'true' }) };
  const { json, answer } = await withServer(context, options, ({ client }) =>
    client.call('listKnowledgeBases', { query: query }),
  );
  printResult(context, options, json, (printer) => {
    if (answer.knowledgeBases.length === 0) printer.line('You reach no knowledge base here.');
    for (const base of answer.knowledgeBases) printBase(printer, base);
  });
}

async function create(context: CliContext, options: Options, name: string): Promise<void> {
  const { description, scope, policy: peerScopePolicy, agent: agentIds } = options;
  const body = { name, description, scope, peerScopePolicy, agentIds };
  const { json, answer } = await withServer(context, options, ({ client }) =>
    client.call('createKnowledgeBase', { body }),
  );
  printResult(context, options, json, (printer) => printBase(printer, answer));
}

async function change(context: CliContext, options: Options, base: string): Promise<void> {
  const { name, description, scope, policy: peerScopePolicy, agent: agentIds, active, inactive } = options;
  const isActive = active ? true : inactive ? false : undefined;
  const body = { name, description, scope: scope === '' ? null : scope, peerScopePolicy, agentIds, isActive };
  const { json, answer } = await withServer(context, options, async ({ client }) =>
    client.call('changeKnowledgeBase', {
      params: { id: await baseOf(client, options, base) },
      query: placeOf(options),
      body,
    }),
  );
  printResult(context, options, json, (printer) => printBase(printer, answer));
}

async function remove(context: CliContext, options: Options & ConsentOptions, base: string): Promise<void> {
  const { json, answer } = await withServer(context, options, async ({ client }) => {
    const params = { id: await baseOf(client, options, base) };
    await requireConsent(context, {
      yes: options.yes,
      question: `Remove ${fact(base)}, and forget its chunks for good?`,
      unchanged: 'Nothing was changed.',
    });
    return client.call('removeKnowledgeBase', { params, query: placeOf(options) });
  });
  printResult(context, options, json, ({ line }) => {
    line(`Removed ${answer.knowledgeBaseId}. Its chunks are being forgotten;`);
    line(`GET /v1/forgets/${answer.forgetId} is the certificate.`);
  });
}

async function baseOf(client: CairnClient, options: Options, wanted: string): Promise<string> {
  if (UUID.test(wanted)) return wanted;
  const query = { ...placeOf(options), includeInactive: 'true' };
  const { knowledgeBases } = (await client.call('listKnowledgeBases', { query: query })).answer;
  const fitting = knowledgeBases.filter(({ name }) => name === wanted);
  if (fitting.length === 1) return fitting[0]!.knowledgeBaseId;
  const why = fitting.length === 0 ? 'You reach no knowledge base' : `${fitting.length} knowledge bases are called`;
  throw new CommandFailure('failed', `${why} ${wanted}. {cairn kb list --all} shows them with their ids.`);
}

interface Import {
  readonly base: string;
  readonly files: readonly string[];
}

interface Imported extends Pick<KnowledgeImportResponse, 'imported' | 'known' | 'replaced'> {
  readonly file: string;
  readonly failed?: string;
  /** Set when the base was created by this import. */
  readonly made?: Pick<KnowledgeImportResponse, 'knowledgeBaseId' | 'scope'>;
}

/** Imports each file on its own: one that cannot be read or is refused does not stop the others. */
async function importFiles(context: CliContext, options: Options, { base, files }: Import): Promise<void> {
  const done = await withServer(context, options, async ({ client }) => {
    const all: Imported[] = [];
    for (const file of files) all.push(await importFile(client, options, { base, file }));
    return all;
  });
  printResult(context, options, { files: done }, ({ line, colors }) => {
    for (const { file, imported, known, replaced, failed, made } of done) {
      if (made) line(`Made ${made.knowledgeBaseId}  ${fact(base)}  ${scopeIn(made)}`);
      line(
        failed === undefined
          ? `${plain(file)}: ${imported} new chunks, ${known} known, ${replaced} replaced`
          : colors.yellow(`${plain(file)}: ${plain(failed)}`),
      );
    }
  });
  const lost = done.filter(({ failed }) => failed !== undefined).length;
  if (lost > 0) throw new CommandFailure('failed', `${lost} of ${done.length} files were not stored whole.`);
}

async function importFile(
  client: CairnClient,
  { channel, scope, again }: Options,
  { base, file }: { readonly base: string; readonly file: string },
): Promise<Imported> {
  let counts: Omit<Imported, 'file' | 'failed'> = { imported: 0, known: 0, replaced: 0 };
  try {
    const chunks = chunksOf(file, await readFile(file, 'utf8'));
    if (chunks.length === 0) return { file, ...counts, failed: 'there is no text in it' };
    const stored: MemoryId[] = [];
    for (let at = 0; at < chunks.length; at += limits.knowledgeChunks.max) {
      const page = chunks.slice(at, at + limits.knowledgeChunks.max);
      const isLast = at + page.length === chunks.length;
      const earlier = isLast && stored.length > 0 ? { earlierChunks: stored } : {};
      const body = { ...baseParams(base), channel, scope, chunks: page, ...earlier };
      const { answer } = await client.call('importKnowledge', { query: againQuery(again), body });
      counts = {
        ...counts,
        imported: counts.imported + answer.imported,
        known: counts.known + answer.known,
        replaced: counts.replaced + answer.replaced,
        ...(answer.created && { made: { knowledgeBaseId: answer.knowledgeBaseId, scope: answer.scope } }),
      };
      stored.push(...answer.memoryIds);
      if (answer.failed[0]) return { file, ...counts, failed: answer.failed[0].message };
    }
    return { file, ...counts };
  } catch (error) {
    return { file, ...counts, failed: (error as Error).message };
  }
}

/** Splits a document into one chunk per section, titled by the headings above it. */
function chunksOf(file: string, text: string) {
  const { title, chunks } = readNote(basename(file), text.replaceAll('\r\n', '\n'));
  const nonEmpty = chunks.filter((chunk) => chunk.text.trim() !== '');
  return nonEmpty.map(({ headings, text: content }, chunkIndex) => {
    const path = [title, ...(headings[0] === title ? headings.slice(1) : headings)].join(' / ');
    const sourceUrl = resolve(file).slice(-limits.provenanceValue.max);
    const place = { sourceUrl, chunkIndex, totalChunks: nonEmpty.length };
    return { content, metadata: { title: path.slice(0, limits.memoryTitle.max).toWellFormed(), ...place } };
  });
}

async function query(
  context: CliContext,
  options: Options,
  { base, words }: { readonly base: string; readonly words: readonly string[] },
): Promise<void> {
  const { channel, limit } = options;
  const body = { ...baseParams(base), query: words.join(' '), channel, limit };
  const { json, answer } = await withServer(context, options, ({ client }) =>
    client.call('queryKnowledge', { body, signal: context.interrupted }),
  );
  printResult(context, options, json, (printer) => {
    printWarnings(printer, answer);
    if (answer.chunks.length === 0) printer.line(answer.nextStep ?? 'No chunk fits.');
    answer.chunks.forEach((chunk, at) => printChunk(printer, chunk, at + 1));
  });
}

const INDENT = '   ';

function printChunk({ line, colors, columns }: Printer, chunk: KnowledgeHit, place: number): void {
  const where = chunk.sourceUrl === null ? '' : ` · ${fact(chunk.sourceUrl)}`;
  line(`${colors.bold(`${place}. ${plain(chunk.title)}`)}  ${colors.dim(`${chunk.score.toFixed(2)}${where}`)}`);
  const text = plain(chunk.content.slice(chunk.excerpt?.from ?? 0)).replace(/\s+/g, ' ');
  for (const part of wrap(text, { columns: columns - INDENT.length, linesMax: 3 })) line(INDENT + part);
}

const scopeIn = ({ scope }: Pick<KnowledgeBase, 'scope'>) => (scope === null ? 'no scope' : `of ${fact(scope)}`);

function printBase({ line, colors }: Printer, base: KnowledgeBase): void {
  const { knowledgeBaseId, name, peerScopePolicy, agentIds, isActive, memoryCount } = base;
  const facts = [
    scopeIn(base),
    peerScopePolicy,
    `${memoryCount} chunks`,
    ...(agentIds.length > 0 ? [`kept to ${agentIds.length}`] : []),
    ...(isActive ? [] : ['switched off']),
  ];
  const text = plain([knowledgeBaseId, fact(name), ...facts].join('  '));
  line(isActive ? text : colors.dim(text));
}
