import type { QueueState } from '@cairn/contracts';
import type { Command } from 'commander';
import type { CliContext } from '../context/cli-context.ts';
import { addRouteCommand } from './route-command.ts';

export function addQueues(program: Command, context: CliContext): void {
  addRouteCommand(program, context, 'queues', {
    command: 'queues',
    description: 'Show waiting, running and abandoned deliveries of each subscriber (needs the key of an admin)',
    print: ({ line }, { queues }) => {
      const width = Math.max(...queues.map(({ queue }) => queue.length));
      line(`${'queue'.padEnd(width)}  waiting   active  delayed   failed  oldest waits`);
      for (const queue of queues) line(lineOf(queue, width));
    },
  });
}

const COUNT_COLUMN_WIDTH = 7;

function lineOf({ queue, waiting, active, delayed, failed, oldestMs }: QueueState, width: number): string {
  const counts = [waiting, active, delayed, failed].map((count) => String(count).padStart(COUNT_COLUMN_WIDTH));
  return `${queue.padEnd(width)}  ${counts.join('  ')}  ${waiting === 0 ? '' : `${Math.ceil(oldestMs / 1000)} s`}`.trimEnd();
}
