import { setTimeout as delay } from 'node:timers/promises';
import {
  indexTargets,
  type GenerationSummary,
  type IndexTarget,
  type SwitchGenerationResponse,
} from '@cairn/contracts';
import { Option, type Command } from 'commander';
import type { CairnClient } from '@cairn/transfer/cairn-client';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { CommandFailure } from '../context/exit-codes.ts';
import { parseNumber } from '../context/parse-options.ts';
import { timeOf } from '../terminal/print-hits.ts';
import { printResult, type Printer } from '../terminal/printer.ts';
import { withServer } from '../server/server-connection.ts';
import { neutraliseForTerminal } from '../terminal/terminal-text.ts';
import { addRouteCommand, argument, option } from './route-command.ts';

interface BeginOptions extends GlobalOptions {
  readonly target: IndexTarget;
  readonly wait?: boolean;
}

const CHECK_INTERVAL_MS = 1_000;
/** Time limit of a switch in ms. The server compares the whole index with the store before it switches. */
const SWITCH_TIMEOUT_MS = 3_600_000;

const target = () => new Option('--target <target>', 'which index').choices(indexTargets).default('vectors');

export function addReindex(program: Command, context: CliContext): void {
  const command = program
    .command('reindex')
    .description('Rebuild an index from the store, in parallel to the live one (needs an admin key)')
    .addOption(target())
    .option('--wait', 'wait until it is complete')
    .action(async (_, self: Command) => beginReindex(context, self.optsWithGlobals()));
  addRouteCommand(command, context, 'listGenerations', {
    command: 'status',
    description: 'List the generations of each index with their progress',
    print: printAll,
  });
  addRouteCommand(command, context, 'switchGeneration', {
    command: 'switch',
    description: 'Switch to this generation; the former one stays ready',
    args: [argument('<generation>', 'such as vectors-2')],
    options: [
      option('--force', 'even if it is incomplete, differs from the store, or answers differently from the live one'),
      option(
        '--min-overlap <share>',
        'share of the first ten hits that it must have in common with the live one, 0 to 1 (default: all, in their order, where both are built by the same; none where not)',
        parseNumber,
      ),
    ],
    input: ({ generation, force = false }) => ({ id: generation, force }),
    timeoutMs: SWITCH_TIMEOUT_MS,
    print: (printer, answer) => {
      printAll(printer, answer);
      printAnswers(printer, answer);
    },
  });
  command
    .command('rollback')
    .description('Switch back to the former generation')
    .addOption(target())
    .action(async (_, self: Command) => rollBackReindex(context, self.optsWithGlobals()));
  addRouteCommand(command, context, 'retireGeneration', {
    command: 'retire',
    description: 'Stop writing a generation that is not live, and drop its index',
    args: [argument('<generation>', 'such as vectors-1')],
    input: ({ generation }) => ({ id: generation }),
    print: printGeneration,
  });
}

async function beginReindex(context: CliContext, options: BeginOptions): Promise<void> {
  const { json, answer } = await withServer(context, options, async ({ client }) => {
    const begun = await client.call('beginGeneration', { body: { target: options.target } });
    return options.wait ? waitUntilFilled(context, client, begun.answer.id) : begun;
  });
  printResult(context, options, json, (printer) => {
    printGeneration(printer, answer);
    if (answer.filledAt === null) printer.line(`How far it is: ${printer.own('reindex status')}`);
    printer.line(`To read it, once it is full: ${printer.own(`reindex switch ${answer.id}`)}`);
  });
}

async function waitUntilFilled(context: CliContext, client: CairnClient, id: string) {
  for (;;) {
    const answer = (await client.call('listGenerations', {})).answer.generations.find((each) => each.id === id);
    if (!answer) throw new CommandFailure('failed', `${id} was retired while it was filled`);
    if (answer.filledAt !== null) return { json: answer, answer };
    if (context.interrupted.aborted) throw new CommandFailure('interrupted', `${id} is being filled further`);
    await delay(CHECK_INTERVAL_MS, undefined, { signal: context.interrupted }).catch(() => undefined);
  }
}

function printAnswers({ line }: Printer, { answers }: SwitchGenerationResponse): void {
  if (!answers) return;
  const { asked, equal, overlap } = answers;
  line(`Of ${asked} questions about stored items, ${equal} are answered as before; overlap ${overlap.toFixed(3)}`);
}

async function rollBackReindex(context: CliContext, options: BeginOptions): Promise<void> {
  const { json, answer } = await withServer(context, options, async ({ client }) => {
    const { generations } = (await client.call('listGenerations', {})).answer;
    const { id } = standbyOf(generations, options.target);
    return client.call('switchGeneration', { params: { id }, body: { force: false }, timeoutMs: SWITCH_TIMEOUT_MS });
  });
  printResult(context, options, json, (printer) => printAll(printer, answer));
}

function standbyOf(generations: readonly GenerationSummary[], target: IndexTarget): GenerationSummary {
  const [standby, another] = generations.filter((each) => each.target === target && each.status === 'standby');
  if (standby && !another) return standby;
  const why = standby ? `several ${target} stand by; say which: {cairn reindex switch ID}` : `no ${target} stand by`;
  throw new CommandFailure('failed', why);
}

function printAll(printer: Printer, { generations }: Pick<SwitchGenerationResponse, 'generations'>): void {
  for (const generation of generations) printGeneration(printer, generation);
}

function printGeneration({ line, colors }: Printer, generation: GenerationSummary): void {
  const { id, status: is, builtBy, layout, filledAt, filled: done, stored, startedAt } = generation;
  const share = stored === 0 ? 100 : Math.floor((100 * done) / stored);
  const progress = filledAt === null ? `${share} % filled` : 'full';
  const text = neutraliseForTerminal(
    `${id.padEnd(12)}  ${is.padEnd(8)}  ${progress.padEnd(12)}  by ${builtBy}, layout ${layout}  begun ${timeOf(startedAt)}`,
  );
  line(is === 'live' ? colors.bold(text) : text);
}
