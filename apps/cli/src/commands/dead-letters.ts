import type { DeadLetter } from '@cairn/contracts';
import type { Command } from 'commander';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { counted } from '../terminal/counted.ts';
import { printResult, type Printer } from '../terminal/printer.ts';
import { withServer } from '../server/server-connection.ts';
import { quoted } from '../terminal/terminal-text.ts';

export function addDeadLetters(program: Command, context: CliContext): void {
  const command = program
    .command('dead-letters')
    .description('Show deliveries to subscribers, such as an index, that were given up (needs the key of an admin)');
  command
    .command('list')
    .option('--after <id>', 'continue after this one')
    .description('With the reason of each')
    .action(async (_, self: Command) => list(context, self.optsWithGlobals()));
  command
    .command('replay')
    .argument('[ids...]', 'dead letters; all, if left out')
    .description('Try them again, once the cause is mended')
    .action(async (ids: string[], _, self: Command) => replay(context, self.optsWithGlobals(), ids));
}

async function list(context: CliContext, options: GlobalOptions & { readonly after?: string }): Promise<void> {
  const query = options.after === undefined ? {} : { after: options.after };
  const { json, answer } = await withServer(context, options, ({ client }) =>
    client.call('listDeadLetters', { query }),
  );
  printResult(context, options, json, (printer) => {
    for (const letter of answer.deadLetters) printLetter(printer, letter);
    printer.line(
      answer.total === 0
        ? 'No dead letters.'
        : `${answer.deadLetters.length} of ${counted(answer.total, 'dead letter')}.`,
    );
  });
}

async function replay(context: CliContext, options: GlobalOptions, ids: readonly string[]): Promise<void> {
  const body = ids.length === 0 ? {} : { ids };
  const { json, answer } = await withServer(context, options, ({ client }) =>
    client.call('replayDeadLetters', { body }),
  );
  printResult(context, options, json, (printer) => printer.line(triedAgain(answer.replayed)));
}

const triedAgain = (replayed: number) =>
  `${counted(replayed, 'dead letter')} ${replayed === 1 ? 'is' : 'are'} tried again.`;

function printLetter({ line }: Printer, letter: DeadLetter) {
  const { id, event, subscriber, attempts, reason, givenUpAt } = letter;
  const when = new Date(givenUpAt).toISOString();
  line(`${id}  ${subscriber} has not heard of ${event}${ofItem(letter)}`);
  line(`  given up ${when} after ${attempts} attempts: ${quoted(reason)}`);
}

function ofItem({ kind, itemId, version }: DeadLetter): string {
  if (itemId === undefined) return '';
  return `: ${kind} ${itemId}${version === undefined ? '' : ` version ${version}`}`;
}
