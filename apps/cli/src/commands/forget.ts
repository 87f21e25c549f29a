import { setTimeout as sleep } from 'node:timers/promises';
import { formatCount, type RouteOutput } from '@cairn/contracts';
import type { Command } from 'commander';
import type { CairnClient } from '@cairn/transfer/cairn-client';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { CommandFailure } from '../context/exit-codes.ts';
import { findItem, type FoundItem } from '../server/find-item.ts';
import { dryRunOption, requireConsent, yesOption, type ConsentOptions } from '../terminal/consent.ts';
import { headOf } from '../terminal/print-items.ts';
import { createPrinter, printResult, type Printer, type ResultPrinter } from '../terminal/printer.ts';
import { ownCommand } from '../context/own-command.ts';
import { privateOfOption, reachQueryOf, type ReachOptions } from '../server/reach.ts';
import { withServer } from '../server/server-connection.ts';
import { parseTime } from '../context/parse-options.ts';
import { cutToWidth, neutraliseForTerminal, quoteName } from '../terminal/terminal-text.ts';

interface Options extends GlobalOptions, ReachOptions, ConsentOptions {
  readonly containing?: string;
  readonly externalId?: string;
  readonly identifier?: string;
  readonly lineage?: boolean;
  readonly permanent?: boolean;
  readonly reason?: string;
  readonly session?: string;
  readonly since?: number;
  readonly source?: string;
  readonly speaker?: string;
  readonly tag?: readonly string[];
}

const SHOWN_COLUMNS = 200;
const CHECK_INTERVAL_MS = 250;

type Preview = NonNullable<RouteOutput<'forgetMany'>['preview']>;

export function addForget(program: Command, context: CliContext): void {
  privateOfOption(program.command('forget'))
    .argument('[id]', 'the id of a memory or a message')
    .description(
      'Take a memory out of the answers; with --permanent, delete a memory or a message for good. Without an id, delete for good all that the names below fit. What goes for good is shown and asked for first',
    )
    .option('--channel <name>', 'items of this channel; required for an item of a peer channel')
    .option('--session <key>', 'messages of this session')
    .option('--speaker <name>', 'messages of this participant')
    .option('--source <name>', 'items that came from this source')
    .option('--external-id <id>', 'items that have this id of their sender')
    .option('--since <time>', 'items of this time and later', parseTime)
    .option('--containing <text>', 'items whose title or text contains this, now or in a former version')
    .option('--identifier <text>', 'items that name this address, number, code, path, day or name, in any written form')
    .option('--tag <tag...>', 'memories that have all of these tags')
    .option('--lineage', 'with every memory that was derived from one of them, in any number of steps')
    .addOption(dryRunOption())
    .option('--permanent', 'delete its text permanently; it cannot be restored')
    .option('--reason <text>', 'reason; stored with an archived memory')
    .addOption(yesOption())
    .action(async (id: string | undefined, _, self: Command) => forgetItems(context, self.optsWithGlobals(), id));
}

function forgetItems(context: CliContext, options: Options, id: string | undefined): Promise<void> {
  if (id === undefined || options.lineage) return forgetMany(context, options, id);
  return options.permanent ? forgetForGood(context, options, id) : archiveMemory(context, options, id);
}

async function forgetMany(context: CliContext, options: Options, id: string | undefined): Promise<void> {
  const { channel, containing: contains, session: sessionKey, speaker, source, since, lineage, tag: tags } = options;
  const { externalId, identifier } = options;
  const ids = id === undefined ? undefined : [id];
  await forgetBy(context, options, {
    ids,
    channel,
    contains,
    identifier,
    sessionKey,
    speaker,
    source,
    externalId,
    since,
    lineage,
    tags,
  });
}

const UNCHANGED_NOTE = 'Nothing was forgotten.';

/**
 * Previews which items a selection would forget. With consent, it forgets these items for good, and waits until the
 * server has verified that they are gone.
 */
export async function forgetBy(
  context: CliContext,
  options: GlobalOptions & ReachOptions & ConsentOptions,
  selection: object,
): Promise<void> {
  await withServer(context, options, async ({ client }) => {
    const { privateOf } = await reachQueryOf(client, options);
    // Typed values are sent unchecked: the server validates them against the route's schema and names the field.
    const send = (confirm: boolean) => {
      const body = { ...selection, privateOf, confirm } as never;
      return client.call('forgetMany', { body, signal: context.interrupted });
    };
    if (options.dryRun || !options.yes) {
      const { json, answer } = await send(false);
      const preview = answer.preview!;
      if (options.dryRun || isEmpty(preview))
        return printResult(context, options, json, (printer) => printPreview(printer, preview));
      const own = (rest: string) => ownCommand(context, options, rest);
      printPreview({ ...createPrinter(context.stderr, context.env), own }, preview);
      await requireConsent(context, { yes: false, question: 'Delete it for good?', unchanged: UNCHANGED_NOTE });
    }
    const actId = (await send(true)).answer.id!;
    if (!options.json) context.stderr.write(`The act ${actId} is on its way (Ctrl-C stops waiting, not forgetting).\n`);
    const certificate = await certificateOf(context, client, actId);
    printResult(context, options, certificate.json, (printer) => printCertificate(printer, certificate.answer));
  });
}

async function certificateOf({ interrupted: signal }: CliContext, client: CairnClient, id: string) {
  for (;;) {
    const found = await client.call('forgetCertificate', { params: { id }, signal });
    if (found.answer.state === 'verified' || signal.aborted) return found;
    await sleep(CHECK_INTERVAL_MS, undefined, { signal }).catch(() => {});
  }
}

function printPreview(printer: ResultPrinter, preview: Preview): void {
  printSelected(printer, preview);
  for (const { workspace, path } of preview.notes ?? [])
    printer.line(
      `The note ${quoteName(path)} of ${quoteName(workspace)} says it, too, and stays: ${printer.own('notes delete PATH --forget')}`,
    );
  if (preview.hasMoreNotes) printer.line('More notes say it: forget these, and look again.');
}

function printSelected({ line, colors }: Printer, preview: Preview): void {
  if (isEmpty(preview)) return line('Nothing fits that: nothing would be deleted.');
  line(`${sumOf(preview)} would be deleted for good.`);
  if (preview.changed > 0)
    line(`${formatCount(preview.changed, 'memory was', 'memories were')} changed since; their changes would go, too.`);
  if (preview.others > 0)
    line(`${formatCount(preview.others, 'item')} of others would stay: only a manager may delete them.`);
  for (const { kind, id, text, excerpt } of preview.examples) {
    const [first, ...rest] = kind === 'memory' ? [text, excerpt] : [excerpt ?? text];
    line(`  ${kind} ${id}  ${colors.dim(cutToWidth(neutraliseForTerminal(first!), SHOWN_COLUMNS))}`);
    for (const around of rest) if (around !== undefined) line(`    ${colors.dim(neutraliseForTerminal(around))}`);
  }
  if (preview.blocks)
    line(`From then on, what is sent of this ${preview.blocks} is refused, unless it is sent with --overwrite.`);
}

const isEmpty = ({ messages, memories, others }: Preview): boolean => messages + memories + others === 0;

const sumOf = ({ messages, memories }: { readonly messages: number; readonly memories: number }) =>
  `${formatCount(messages, 'message')} and ${formatCount(memories, 'memory', 'memories')}`;

function printCertificate({ line, colors }: Printer, act: RouteOutput<'forgetCertificate'>): void {
  line(`${sumOf(act)} deleted for good.`);
  for (const { from, rows } of act.removed) line(colors.dim(`  ${from}: ${formatCount(rows, 'row')}`));
  const places = formatCount(act.verified.length, 'place');
  if (act.verifiedAt === null) line(`The act ${act.id} goes on: it is ${act.state}.`);
  else line(`Nothing is left in ${places}, looked through at ${new Date(act.verifiedAt).toISOString()} (${act.id}).`);
}

async function archiveMemory(context: CliContext, options: Options, id: string): Promise<void> {
  const { reason } = options;
  const { json } = await withServer(context, options, async ({ client }) => {
    const query = await reachQueryOf(client, options);
    const { kind } = await findItem(client, { id, query, signal: context.interrupted });
    if (kind === 'message')
      throw new CommandFailure('usage', 'A message cannot be archived. To delete it for good, say --permanent.');
    return client.call('archiveMemory', { params: { id }, query, body: { reason } });
  });
  printResult(context, options, json, (printer) =>
    printer.line(`Archived ${id}. To bring it back: ${printer.own(`restore ${id}`)}`),
  );
}

async function forgetForGood(context: CliContext, options: Options, id: string): Promise<void> {
  const json = await withServer(context, options, async ({ client }) => {
    const query = await reachQueryOf(client, options);
    const found = await findItem(client, { id, query, signal: context.interrupted });
    if (!options.yes || options.dryRun) showItem(context, found);
    if (options.dryRun) return undefined;
    await requireConsent(context, { yes: options.yes, question: 'Forget it for good?', unchanged: UNCHANGED_NOTE });
    const route = found.kind === 'memory' ? 'forgetMemory' : 'forgetMessage';
    return (await client.call(route, { params: { id }, query })).json;
  });
  if (json === undefined) context.stderr.write(`${UNCHANGED_NOTE}\n`);
  else printResult(context, options, json, (printer) => printer.line(`Forgot ${id}.`));
}

const showItem = ({ stderr }: CliContext, { kind, answer }: FoundItem): void =>
  void stderr.write(`${kind}: ${cutToWidth(headOf(answer), SHOWN_COLUMNS)}\n`);
