import type { QueueState } from '@cairn/contracts';
import type { Command } from 'commander';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { withServer } from '../server/server-connection.ts';
import { printResult } from '../terminal/printer.ts';

export function addQueues(program: Command, context: CliContext): void {
  program
    .command('queues')
    .description('Show waiting, running and abandoned deliveries of each subscriber (needs the key of an admin)')
    .action(async (_, self: Command) => queues(context, self.optsWithGlobals()));
}

async function queues(context: CliContext, options: GlobalOptions): Promise<void> {
  const { json, answer } = await withServer(context, options, ({ client }) => client.call('queues', {}));
  printResult(context, options, json, (printer) => {
    const width = Math.max(...answer.queues.map(({ queue }) => queue.length));
    printer.line(`${'queue'.padEnd(width)}  waiting   active  delayed   failed  oldest waits`);
    for (const queue of answer.queues) printer.line(lineOf(queue, width));
  });
}

const COLUMN = 7;

function lineOf({ queue, waiting, active, delayed, failed, oldestMs }: QueueState, width: number): string {
  const counts = [waiting, active, delayed, failed].map((count) => String(count).padStart(COLUMN));
  return `${queue.padEnd(width)}  ${counts.join('  ')}  ${waiting === 0 ? '' : `${Math.ceil(oldestMs / 1000)} s`}`.trimEnd();
}
