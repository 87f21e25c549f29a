import { formatCount, type RouteOutput } from '@cairn/contracts';
import { Option, type Command } from 'commander';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { CommandFailure } from '../context/exit-codes.ts';
import { withServer } from '../server/server-connection.ts';
import { yesOption } from '../terminal/consent.ts';
import { createPrinter, printResult, type ResultPrinter } from '../terminal/printer.ts';
import { printDecision, printProposal } from './review-print.ts';
import { confirmImport } from './review-imported.ts';
import { reviewByKeys } from './review-session.ts';

export interface ListOptions extends GlobalOptions {
  readonly kind?: string;
  readonly project?: string;
  readonly agent?: string;
  readonly status?: string;
  readonly owner?: string;
  readonly limit?: number;
  readonly list?: boolean;
}

interface DecisionOptions extends GlobalOptions {
  readonly to?: string;
  readonly into?: string;
  readonly title?: string;
  readonly content?: string;
  readonly reason?: string;
}

/**
 * Shows the proposals that wait for a review: one at a time where a person can press keys, otherwise as a list.
 */
export async function reviewProposals(context: CliContext, options: ListOptions): Promise<void> {
  const { kind, project, agent, status = 'waiting', owner, limit } = options;
  const query = { kind, project, agent, status, owner, limit };
  const isByKeys = context.stdin.isTTY && context.stdout.isTTY && !options.json && !options.list;
  if (!isByKeys || status !== 'waiting') return listProposals(context, options, query);
  await withServer(context, options, ({ client }) =>
    reviewByKeys({ context, client, printer: createPrinter(context.stdout, context.env), query }),
  );
}

async function listProposals(context: CliContext, options: ListOptions, typed: object): Promise<void> {
  // Typed values are sent unchecked: the server validates them against the route's schema and names the field.
  const query = typed as never;
  const { json, answer } = await withServer(context, options, ({ client }) =>
    client.call('listProposals', { query, signal: context.interrupted }),
  );
  printResult(context, options, json, (printer) => printProposals(printer, answer, options.status));
}

function printProposals(printer: ResultPrinter, answer: RouteOutput<'listProposals'>, status = 'waiting'): void {
  const { line, colors, own } = printer;
  const { proposals, counts, nextCursor } = answer;
  if (proposals.length === 0)
    return line(status === 'waiting' ? 'Nothing waits for a review.' : `No proposal is ${status}.`);
  for (const each of proposals) printProposal(printer, each);
  const all = Object.entries(counts).map(([kind, number]) => `${number} ${kind}`);
  line(colors.dim(`In all: ${all.join(', ')}.${nextCursor === null ? '' : ' More: --limit 100.'}`));
  line(colors.dim(own('review keep ID... (or correct, merge, reject, mine, undo)')));
}

/** Commands that decide on proposals, with their descriptions. */
const acts = {
  keep: 'Keep proposals: their readers find them from now on, confirmed by you',
  merge: 'Add the evidence of proposals to an active memory that says the same',
  reject: 'Say that proposals are not true; they are not proposed again',
  mine: 'Keep proposals for their owner alone',
  undo: 'Take back the last decision on each of these proposals',
} as const;
type Act = keyof typeof acts;

export function addDecisions(review: Command, context: CliContext): void {
  for (const act of Object.keys(acts) as Act[]) {
    const command = review.command(act).argument('<ids...>', 'ids of proposals').description(acts[act]);
    if (act === 'keep') command.addOption(readers());
    if (act === 'merge') command.requiredOption('--into <id>', 'the active memory that gets the evidence');
    command
      .option('--reason <text>', 'reason; stored with the decision')
      .action(async (ids: string[], _, self: Command) => decide(context, self.optsWithGlobals(), { act, ids }));
  }
  review
    .command('correct')
    .argument('<id>', 'the id of a proposal')
    .description('Keep a proposal in other words')
    .option('--title <text>', 'the right title')
    .option('--content <text>', 'the right text')
    .addOption(readers())
    .option('--reason <text>', 'reason; stored with the decision')
    .action(async (id: string, _, self: Command) => correct(context, self.optsWithGlobals(), id));
}

/** Adds the commands by which a person confirms stored memories. */
export function addConfirmations(review: Command, context: CliContext): void {
  const routes = {
    confirm: ['confirmMemory', 'Confirm that active memories are true, or what an import brought'],
    unconfirm: ['unconfirmMemory', 'Take your confirmation of memories back'],
  } as const;
  for (const [name, [route, description]] of Object.entries(routes)) {
    const command = review
      .command(name)
      .argument(name === 'confirm' ? '[ids...]' : '<ids...>', 'ids of active memories')
      .description(description)
      .option('--channel <name>', 'required for memories of a peer channel');
    if (name === 'confirm')
      command
        .option('--import <importId>', 'the rules and decisions that this import brought, after a list and a question')
        .addOption(yesOption('with --import: do not ask'));
    command.action(async (ids: string[], _, self: Command) => {
      const { import: importId, ...options } = self.optsWithGlobals<ConfirmOptions>();
      if (importId === undefined) {
        if (ids.length === 0) throw new CommandFailure('usage', 'Ids of memories are missing, or --import ID.');
        if (options.yes) throw new CommandFailure('usage', '--yes answers the question of --import ID alone.');
        return confirm(context, options, { route, ids });
      }
      if (ids.length > 0) throw new CommandFailure('usage', 'Give ids of memories or --import ID, not both.');
      if (options.channel !== undefined) throw new CommandFailure('usage', '--channel is for ids, not for --import.');
      return confirmImport(context, options, importId);
    });
  }
}

interface ConfirmOptions extends GlobalOptions {
  readonly channel?: string;
  readonly import?: string;
  readonly yes?: boolean;
}

async function confirm(
  context: CliContext,
  options: GlobalOptions & { readonly channel?: string },
  { route, ids }: { readonly route: 'confirmMemory' | 'unconfirmMemory'; readonly ids: readonly string[] },
): Promise<void> {
  const query = { channel: options.channel };
  const confirmations = await withServer(context, options, async ({ client }) => {
    const answers: RouteOutput<'confirmMemory'>[] = [];
    for (const id of ids)
      answers.push((await client.call(route, { params: { id } as never, query, signal: context.interrupted })).answer);
    return answers;
  });
  printResult(context, options, { confirmations }, ({ line }) => {
    for (const { memoryId, confirmedAt } of confirmations)
      line(`${memoryId} is ${confirmedAt === null ? 'not confirmed' : 'confirmed'}.`);
  });
}

const readers = () => new Option('--to <readers>', 'readers: org, or team:NAME with a team of yours');

async function decide(
  context: CliContext,
  options: DecisionOptions,
  { act, ids }: { readonly act: Act; readonly ids: readonly string[] },
): Promise<void> {
  const { into, reason, to: visibility } = options;
  const body = { act, ids, visibility, into, reason } as never;
  const { json, answer } = await withServer(context, options, ({ client }) =>
    client.call('decideProposals', { body, signal: context.interrupted }),
  );
  printResult(context, options, json, (printer) => {
    for (const decision of answer.decisions) printDecision(printer, decision);
    for (const { memoryId, message } of answer.failures) printer.line(`${memoryId}: ${message}`);
  });
  if (answer.failures.length > 0)
    throw new CommandFailure('failed', `Nothing was decided on ${formatCount(answer.failures.length, 'proposal')}.`);
}

async function correct(context: CliContext, options: DecisionOptions, id: string): Promise<void> {
  const { title, content, reason, to: visibility } = options;
  const input = { params: { id, act: 'correct' }, body: { title, content, visibility, reason } } as never;
  const { json, answer } = await withServer(context, options, ({ client }) => client.call('decideProposal', input));
  printResult(context, options, json, (printer) => printDecision(printer, answer));
}
