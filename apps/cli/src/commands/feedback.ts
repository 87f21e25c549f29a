import { FeedbackKind, feedbackKinds } from '@cairn/contracts';
import { Argument, type Command } from 'commander';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { printResult } from '../terminal/printer.ts';
import { withServer } from '../server/server-connection.ts';

type Options = GlobalOptions & { readonly channel?: string };

export function addFeedback(program: Command, context: CliContext): void {
  program
    .command('feedback')
    .argument('<id>', 'the id of a memory')
    .addArgument(new Argument('<kind>', 'how it served').choices(feedbackKinds))
    .description('Say how a memory served you; it grows stronger or weaker by that, once a day')
    .option('--channel <name>', 'its channel; required for items of a peer channel')
    .action(async (id: string, kind: string, _, self: Command) =>
      give(context, self.optsWithGlobals(), { memoryId: id, kind: FeedbackKind.parse(kind) }),
    );
}

async function give(
  context: CliContext,
  options: Options,
  feedback: { readonly memoryId: string; readonly kind: FeedbackKind },
): Promise<void> {
  const body = { ...feedback, channel: options.channel };
  const { json, answer } = await withServer(context, options, ({ client }) => client.call('giveFeedback', { body }));
  printResult(context, options, json, (printer) => printer.line(`Noted: ${answer.memoryId} was ${answer.kind}.`));
}
