import { Argument, type Command } from 'commander';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { printResult } from '../terminal/printer.ts';
import { withServer } from '../server/server-connection.ts';

const sentenceByMaskingState = {
  on: 'Masking is on: keys and tokens in texts are not stored.',
  off: 'Masking is off: keys and tokens in texts are stored as they are, and what <private> marks is not.',
} as const;

type Masking = keyof typeof sentenceByMaskingState;

export function addMasking(program: Command, context: CliContext): void {
  program
    .command('masking')
    .addArgument(
      new Argument('[state]', 'to change it (needs an admin key)').choices(Object.keys(sentenceByMaskingState)),
    )
    .description(
      'Whether secrets in what is written are masked, for the whole organisation (needs the key of a manager)',
    )
    .action(async (state: Masking | undefined, _, self: Command) =>
      showOrChange(context, self.optsWithGlobals(), state),
    );
}

async function showOrChange(context: CliContext, options: GlobalOptions, state: Masking | undefined): Promise<void> {
  const { json, answer } = await withServer(context, options, ({ client }) =>
    state ? client.call('changeSettings', { body: { masking: state } }) : client.call('settings', {}),
  );
  printResult(context, options, json, (printer) => printer.line(sentenceByMaskingState[answer.masking]));
}
