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
import type { Command } from 'commander';
import { overwriteQuery, type CairnClient } from '@cairn/transfer/cairn-client';
import { OVERWRITE_HELP } from '../context/overwrite.ts';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { CommandFailure } from '../context/exit-codes.ts';
import { parseNumber } from '../context/parse-options.ts';
import { printWarnings } from '../terminal/print-hits.ts';
import { printResult, type Printer } from '../terminal/printer.ts';
import { withServer } from '../server/server-connection.ts';
import { formatName, neutraliseForTerminal, wrapText } from '../terminal/terminal-text.ts';
import { addRouteCommand, argument, forField, option, words, type Values } from './route-command.ts';

interface Options extends GlobalOptions {
  readonly channel?: string;
  readonly scope?: string;
  readonly overwrite?: boolean;
}

const collectValues = (one: string, before: string[] = []): string[] => [...before, one];
const policyOption = () =>
  forField(
    'peerScopePolicy',
    option('--policy <policy>', 'whether other peers reach it from their own channels').choices(peerScopePolicies),
  );
const agentsOption = () =>
  forField(
    'agentIds',
    option('--agent <who>', 'keep it to this person or agent, by name or id (again for more)'),
  ).argParser(collectValues);
const placeOptions = () => [
  option('--channel <name>', 'the channel that the call is made for'),
  option('--manage', 'as a manager, without regard to access; the audit names you'),
];

export function addKnowledge(program: Command, context: CliContext): void {
  const kb = program.command('kb').description('Knowledge bases: documents that agents ask apart from the memory');
  addRouteCommand(kb, context, 'listKnowledgeBases', {
    command: 'list',
    description: 'The bases that you reach',
    options: [...placeOptions(), forField('includeInactive', option('--all', 'those that are switched off too'))],
    print: (printer, { knowledgeBases }) => {
      if (knowledgeBases.length === 0) printer.line('You reach no knowledge base here.');
      for (const base of knowledgeBases) printBase(printer, base);
    },
  });
  addRouteCommand(kb, context, 'createKnowledgeBase', {
    command: 'create',
    description: 'Make a knowledge base',
    args: [argument('<name>', 'its name')],
    options: [
      option('--description <text>', 'what is in it'),
      option('--scope <channel>', 'the channel that it belongs to'),
      policyOption(),
      agentsOption(),
    ],
    print: printBase,
  });
  addCare(kb, context);
  kb.command('import')
    .argument('<base>', 'name or id; made if there is none of the name')
    .argument('<file...>', 'Markdown or plain text, each a document')
    .description('Put documents into a base, a chunk a section; the same again is harmless')
    .option('--scope <channel>', 'the channel of a base that is made')
    .option('--channel <name>', 'the channel that the call is made for')
    .option('--overwrite', OVERWRITE_HELP)
    .action(async (base: string, files: string[], _, self: Command) =>
      importFiles(context, self.optsWithGlobals(), { base, files }),
    );
  addRouteCommand(kb, context, 'queryKnowledge', {
    command: 'query',
    description: 'Ask a base',
    args: [argument('<base>', 'name or id'), words('<query...>', 'what you want to know, in your own words')],
    options: [
      option('--channel <name>', 'the channel that the call is made for'),
      option('-n, --limit <number>', 'chunks, 1-20', parseNumber),
    ],
    input: ({ base }) => baseParams(base as string),
    print: (printer, answer) => {
      printWarnings(printer, answer);
      if (answer.chunks.length === 0) printer.line(answer.nextStep ?? 'No chunk fits.');
      answer.chunks.forEach((chunk, at) => printChunk(printer, chunk, at + 1));
    },
  });
}

function addCare(kb: Command, context: CliContext): void {
  addRouteCommand(kb, context, 'changeKnowledgeBase', {
    command: 'set',
    description: 'Change a base or who reaches it',
    args: [argument('<base>', 'name or id')],
    options: [
      ...placeOptions(),
      option('--name <name>', 'another name'),
      option('--description <text>', 'what is in it'),
      option('--scope <channel>', 'the channel that it belongs to; "" for none'),
      policyOption(),
      agentsOption(),
      option('--active', 'switch it on'),
      option('--inactive', 'switch it off: no call reaches it'),
    ],
    input: async (values, client) => {
      const { scope, active, inactive } = values;
      const isActive = active ? true : inactive ? false : undefined;
      return { id: await baseOf(client, values), scope: scope === '' ? null : scope, isActive };
    },
    print: printBase,
  });
  addRouteCommand(kb, context, 'removeKnowledgeBase', {
    command: 'delete',
    description: 'Remove a base; its chunks are forgotten',
    args: [argument('<base>', 'name or id')],
    options: placeOptions(),
    input: async (values, client) => ({ id: await baseOf(client, values) }),
    question: ({ base }) => `Remove ${formatName(base as string)}, and forget its chunks for good?`,
    print: ({ line }, { knowledgeBaseId, forgetId }) => {
      line(`Removed ${knowledgeBaseId}. Its chunks are being forgotten;`);
      line(`GET /v1/forgets/${forgetId} is the certificate.`);
    },
  });
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const baseParams = (base: string) => (UUID.test(base) ? { knowledgeBaseId: base } : { knowledgeBaseName: base });
async function baseOf(client: CairnClient, { base, channel, manage }: Values): Promise<string> {
  const wanted = String(base);
  if (UUID.test(wanted)) return wanted;
  const query = { channel, manage, includeInactive: 'true' };
  const { knowledgeBases } = (await client.call('listKnowledgeBases', { query })).answer;
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
  /** Knowledge base that this import created; absent if it existed before. */
  readonly made?: Pick<KnowledgeImportResponse, 'knowledgeBaseId' | 'scope'>;
}

/** Imports the files one by one. A file that cannot be read or is refused does not stop the files after it. */
async function importFiles(context: CliContext, options: Options, { base, files }: Import): Promise<void> {
  const done = await withServer(context, options, async ({ client }) => {
    const all: Imported[] = [];
    for (const file of files) all.push(await importFile(client, options, { base, file }));
    return all;
  });
  printResult(context, options, { files: done }, ({ line, colors }) => {
    for (const { file, imported, known, replaced, failed, made } of done) {
      if (made) line(`Made ${made.knowledgeBaseId}  ${formatName(base)}  ${scopeIn(made)}`);
      line(
        failed === undefined
          ? `${neutraliseForTerminal(file)}: ${imported} new chunks, ${known} known, ${replaced} replaced`
          : colors.yellow(`${neutraliseForTerminal(file)}: ${neutraliseForTerminal(failed)}`),
      );
    }
  });
  const lost = done.filter(({ failed }) => failed !== undefined).length;
  if (lost > 0) throw new CommandFailure('failed', `${lost} of ${done.length} files were not stored whole.`);
}

async function importFile(
  client: CairnClient,
  { channel, scope, overwrite }: Options,
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
      const { answer } = await client.call('importKnowledge', { query: overwriteQuery(overwrite), body });
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

/** Splits a document into one chunk per section. The headings above a section become the chunk's title. */
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

const INDENT = '   ';

function printChunk({ line, colors, columns }: Printer, chunk: KnowledgeHit, place: number): void {
  const where = chunk.sourceUrl === null ? '' : ` · ${formatName(chunk.sourceUrl)}`;
  line(
    `${colors.bold(`${place}. ${neutraliseForTerminal(chunk.title)}`)}  ${colors.dim(`${chunk.score.toFixed(2)}${where}`)}`,
  );
  const text = neutraliseForTerminal(chunk.content.slice(chunk.excerpt?.from ?? 0)).replace(/\s+/g, ' ');
  for (const part of wrapText(text, { columns: columns - INDENT.length, linesMax: 3 })) line(INDENT + part);
}

const scopeIn = ({ scope }: Pick<KnowledgeBase, 'scope'>) => (scope === null ? 'no scope' : `of ${formatName(scope)}`);

function printBase({ line, colors }: Printer, base: KnowledgeBase): void {
  const { knowledgeBaseId, name, peerScopePolicy, agentIds, isActive, memoryCount } = base;
  const facts = [
    scopeIn(base),
    peerScopePolicy,
    `${memoryCount} chunks`,
    ...(agentIds.length > 0 ? [`kept to ${agentIds.length}`] : []),
    ...(isActive ? [] : ['switched off']),
  ];
  const text = neutraliseForTerminal([knowledgeBaseId, formatName(name), ...facts].join('  '));
  line(isActive ? text : colors.dim(text));
}
