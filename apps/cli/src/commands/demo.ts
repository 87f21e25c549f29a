import { DEMO_CHANNEL, DEMO_SOURCE } from '@cairn/contracts';
import type { Command } from 'commander';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import type { CairnClient } from '@cairn/transfer/cairn-client';
import { demoItems, demoQuestions, type DemoQuestion } from '@cairn/importers/demo';
import { forgetBy } from './forget.ts';
import { dryRunOption, yesOption, type ConsentOptions } from '../terminal/consent.ts';
import { CommandFailure } from '../context/exit-codes.ts';
import type { ImportReport } from '@cairn/transfer/imports/import-report';
import { runImport } from '@cairn/transfer/imports/import-run';
import { printHits } from '../terminal/print-hits.ts';
import { printResult, type ResultPrinter } from '../terminal/printer.ts';
import { withServer } from '../server/server-connection.ts';
import { showIndexing } from '../server/wait-indexed.ts';

const HITS_SHOWN_MAX = 2;

export function addDemo(program: Command, context: CliContext): void {
  program
    .command('demo')
    .description(`Load a small made-up team's memory into the channel "${DEMO_CHANNEL}" and show three recalls`)
    .option('--remove', 'delete all of it for good, with everything derived from it; {cairn demo} loads it again')
    .addOption(dryRunOption())
    .addOption(yesOption('with --remove: do not ask'))
    .action(async (_, self: Command) => runDemo(context, self.optsWithGlobals()));
}

interface DemoOptions extends GlobalOptions, ConsentOptions {
  readonly remove?: boolean;
}

async function runDemo(context: CliContext, options: DemoOptions): Promise<void> {
  if (options.remove) return forgetBy(context, options, { source: DEMO_SOURCE, channel: DEMO_CHANNEL, lineage: true });
  const { report, recalls } = await withServer(context, options, async ({ client }) => {
    const report = await loadDemo(client, context.interrupted);
    await showIndexing(context, client, { quiet: options.json ?? false });
    return { report, recalls: await Promise.all(demoQuestions.map((question) => askDemoQuestion(client, question))) };
  });
  const json = {
    imported: report.imported,
    alreadyThere: report.alreadyThere,
    recalls: recalls.map(({ request, json }) => ({ request, response: json })),
  };
  printResult(context, options, json, (printer) => printDemo(printer, { report, recalls }));
}

async function loadDemo(client: CairnClient, signal: AbortSignal): Promise<ImportReport> {
  // With `overwrite`, the demo is also loaded if it was removed before.
  const report = await runImport(demoItems(), client, {
    ...{ signal, conflicts: 'present', overwrite: true },
    // The rules of the sample are ours, and show how rules stop an action.
    importKind: 'rules',
  });
  if (report.ended !== 'complete' || report.failed > 0)
    throw new CommandFailure(
      report.ended === 'interrupted' ? 'interrupted' : 'failed',
      `the sample could not be loaded: ${report.problem ?? report.reasons[0]?.reason ?? report.ended}`,
    );
  return report;
}

async function askDemoQuestion(client: CairnClient, question: DemoQuestion) {
  const { query, sources } = question;
  const request = { query, sources, channel: DEMO_CHANNEL, limit: HITS_SHOWN_MAX };
  return { question, request, ...(await client.call('recall', { body: request })) };
}

interface Demo {
  readonly report: ImportReport;
  readonly recalls: readonly Awaited<ReturnType<typeof askDemoQuestion>>[];
}

function printDemo(printer: ResultPrinter, { report, recalls }: Demo): void {
  const { line, colors, own } = printer;
  const loaded =
    report.imported > 0
      ? `Loaded ${report.imported} memories and messages`
      : `The ${report.alreadyThere} memories and messages are there already`;
  line(`${loaded} of a made-up team that sells ferry tickets (channel "${DEMO_CHANNEL}").`);
  line('Three questions, each in words the stored text does not use:');
  for (const { question, answer } of recalls) {
    line(`\n${colors.cyan(own(`recall --channel ${DEMO_CHANNEL} --sources ${question.sources} "${question.query}"`))}`);
    printHits(printer, answer);
    line(colors.dim(`   ${question.point}`));
  }
  line(
    `\nNext: ask one of your own with --channel ${DEMO_CHANNEL}, bring in your Claude Code sessions (${own('import claude-code')}),\nor connect your agent (${own('connect')} lists the clients).\nNo answer without that channel has any of it; to remove it: ${own('demo --remove')}`,
  );
}
