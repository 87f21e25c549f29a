import { formatCount, type RouteInput, type RouteOutput } from '@cairn/contracts';
import type { Command } from 'commander';
import { dryRunOption, requireConsent, yesOption, type ConsentOptions } from '../terminal/consent.ts';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { parseNumber } from '../context/parse-options.ts';
import { printResult, type Printer } from '../terminal/printer.ts';
import { withServer } from '../server/server-connection.ts';
import { neutraliseForTerminal } from '../terminal/terminal-text.ts';
import { addRouteCommand, option } from './route-command.ts';

interface Place extends GlobalOptions {
  readonly kind: 'message' | 'memory';
  readonly channel?: string;
}

interface SetOptions extends Place {
  readonly archiveAfter?: number;
  readonly forgetAfter?: number;
}

type Counts = NonNullable<RouteOutput<'runRetention'>['preview']>;

export function addRetention(program: Command, context: CliContext): void {
  const command = program
    .command('retention')
    .description(
      'Rules that delete messages and memories after a time; without one, they stay (changes need an admin key)',
    );
  addRouteCommand(command, context, 'retention', {
    command: 'show',
    description: 'Show the rules and the last run',
    print: printState,
  });
  placeOptions()
    .reduce((made, each) => made.addOption(each), command.command('set'))
    .description('Set the rule of a kind, or of a kind in a channel; without days, items are never deleted')
    .option('--archive-after <days>', 'archive memories after this many days', parseNumber)
    .option('--forget-after <days>', 'delete for good after this many days', parseNumber)
    .action(async (_, self: Command) => setRetentionRule(context, self.optsWithGlobals()));
  addRouteCommand(command, context, 'removeRetention', {
    command: 'remove',
    description: 'Remove a rule',
    options: placeOptions(),
    print: printState,
  });
  command
    .command('run')
    .description('Run the rules now; they run by themselves once a day')
    .addOption(dryRunOption())
    .addOption(yesOption())
    .action(async (_, self: Command) => runRetentionRules(context, self.optsWithGlobals()));
}

const placeOptions = () => [
  option('--kind <kind>', 'what it is about').choices(['message', 'memory']).makeOptionMandatory(),
  option('--channel <name>', 'for this channel only'),
];

async function setRetentionRule(context: CliContext, options: SetOptions): Promise<void> {
  const { kind, channel, archiveAfter: archiveAfterDays, forgetAfter = null } = options;
  // Typed values are sent unchecked: the server validates them against the route's schema and names the field.
  const archive = archiveAfterDays === undefined ? {} : { archiveAfterDays };
  const body = { kind, channel, forgetAfterDays: forgetAfter, ...archive } as RouteInput<'setRetention'>['body'];
  const { json, state, preview } = await withServer(context, options, async ({ client }) => {
    const { json, answer } = await client.call('setRetention', { body });
    const counts = await client.call('runRetention', { body: { dryRun: true } });
    return { json, state: answer, preview: counts.answer.preview };
  });
  printResult(context, options, json, (printer) => {
    printState(printer, state);
    printCounts(printer, preview ?? []);
    printer.line(
      'The rules run by themselves, in an hour at the earliest; until then, retention remove takes one back.',
    );
  });
}

async function runRetentionRules(context: CliContext, options: GlobalOptions & ConsentOptions): Promise<void> {
  const { dryRun, yes } = options;
  await withServer(context, options, async ({ client }) => {
    const dry = await client.call('runRetention', { body: { dryRun: true } });
    const preview = dry.answer.preview ?? [];
    if (dryRun) return printResult(context, options, dry.json, (printer) => printCounts(printer, preview));
    await requireConsent(context, { yes, question: questionOf(preview), unchanged: 'Nothing was changed.' });
    const begun = await client.call('runRetention', { body: {} });
    return printResult(context, options, begun.json, ({ line, own }) =>
      line(`The run ${begun.answer.id} is on its way. How far it is: ${own('retention show')}`),
    );
  });
}

function questionOf(preview: Counts): string {
  const { archive, forget } = sumOf(preview);
  return `Archive ${formatCount(archive, 'memory', 'memories')} and delete ${formatCount(forget, 'item')} for good?`;
}

const sumOf = (preview: Counts) => ({
  archive: preview.reduce((sum, { archive }) => sum + archive, 0),
  forget: preview.reduce((sum, { forget }) => sum + forget, 0),
});

const nameOf = ({ kind, channel }: { readonly kind: string; readonly channel: string | null }) =>
  channel === null ? kind : `${kind} in ${neutraliseForTerminal(channel)}`;

function printState({ line, colors }: Printer, { rules, lastRun }: RouteOutput<'retention'>): void {
  if (rules.length === 0) line('There are no rules: everything is kept for good.');
  for (const rule of rules) {
    const parts = [
      ...(rule.archiveAfterDays === null ? [] : [`archived after ${formatCount(rule.archiveAfterDays, 'day')}`]),
      ...(rule.forgetAfterDays === null ? [] : [`deleted for good after ${formatCount(rule.forgetAfterDays, 'day')}`]),
    ];
    line(`${nameOf(rule)}: ${parts.join(', ') || 'kept for good'}`);
  }
  if (!lastRun) return;
  const archived = formatCount(lastRun.archived, 'memory', 'memories');
  const act = lastRun.forgetId ? `; what was to be deleted is the act ${lastRun.forgetId}` : '';
  line(colors.dim(`Last run ${new Date(lastRun.begunAt).toISOString()}: ${lastRun.state}, ${archived} archived${act}`));
}

function printCounts({ line }: Printer, preview: Counts): void {
  for (const each of preview)
    line(
      `Now ${nameOf(each)}: ${formatCount(each.archive, 'memory', 'memories')} would be archived, ${formatCount(each.forget, 'item')} deleted for good.`,
    );
}
