import type { Command } from 'commander';
import type { CliContext, GlobalOptions } from '../cli-context.ts';
import type { CairnClient } from '../cairn-client.ts';
import { DEMO_CHANNEL, demoItems, demoQuestions, type DemoQuestion } from '../demo/team.ts';
import { CommandFailure } from '../exit-codes.ts';
import { runImport, type ImportReport } from '../import-run.ts';
import { printHits } from '../print-hits.ts';
import { printResult, type Printer } from '../printer.ts';
import { withServer } from '../server-connection.ts';
import { waitIndexed } from '../wait-indexed.ts';

const HITS_SHOWN = 2;

export function addDemo(program: Command, context: CliContext): void {
  program
    .command('demo')
    .description(`Load a small made-up team's memory into the channel "${DEMO_CHANNEL}" and show three recalls`)
    .action(async (_, self: Command) => demo(context, self.optsWithGlobals()));
}

async function demo(context: CliContext, options: GlobalOptions): Promise<void> {
  const { report, recalls } = await withServer(context, options, async ({ client }) => {
    const report = await load(client, context.interrupted);
    await waitIndexed(client, context.interrupted);
    return { report, recalls: await Promise.all(demoQuestions.map((question) => ask(client, question))) };
  });
  const json = {
    imported: report.imported,
    alreadyThere: report.alreadyThere,
    recalls: recalls.map(({ request, json }) => ({ request, response: json })),
  };
  printResult(context, options, json, (printer) => printDemo(printer, report, recalls));
}

async function load(client: CairnClient, signal: AbortSignal): Promise<ImportReport> {
  const report = await runImport(demoItems(), client, { signal, conflicts: 'present' });
  if (report.ended !== 'complete' || report.failed > 0)
    throw new CommandFailure(
      report.ended === 'interrupted' ? 'interrupted' : 'failed',
      `the sample could not be loaded: ${report.problem ?? report.reasons[0]?.reason ?? report.ended}`,
    );
  return report;
}

async function ask(client: CairnClient, question: DemoQuestion) {
  const { query, over } = question;
  const request = { query, over, channel: DEMO_CHANNEL, limit: HITS_SHOWN };
  return { question, request, ...(await client.call('recall', { body: request })) };
}

function printDemo(printer: Printer, report: ImportReport, recalls: readonly Awaited<ReturnType<typeof ask>>[]): void {
  const { line, colors } = printer;
  const loaded =
    report.imported > 0
      ? `Loaded ${report.imported} memories and messages`
      : `The ${report.alreadyThere} memories and messages are there already`;
  line(`${loaded} of a made-up team that sells ferry tickets (channel "${DEMO_CHANNEL}").`);
  line('Three questions, each in words the stored text does not use:');
  for (const { question, answer } of recalls) {
    line(
      `\n${colors.cyan(`cairn recall --channel ${DEMO_CHANNEL}${question.over === 'messages' ? ' --over messages' : ''} "${question.query}"`)}`,
    );
    printHits(printer, answer);
    line(colors.dim(`   ${question.point}`));
  }
  line(
    '\nNext: ask one of your own, bring in your sessions with `cairn import claude-code`, or connect your agent with the line that `npm start` prints.',
  );
}
