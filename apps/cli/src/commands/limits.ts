import type { Command } from 'commander';
import type { RouteOutput } from '@cairn/contracts';
import type { CliContext } from '../context/cli-context.ts';
import { addRouteCommand } from './route-command.ts';

export function addLimits(program: Command, context: CliContext): void {
  addRouteCommand(program, context, 'limits', {
    command: 'limits',
    description: 'Show the limits of your organisation, and the remaining room',
    print: ({ line }, { callsPerMinute, rooms }) => {
      for (const room of rooms) line(lineOf(room));
      if (callsPerMinute !== null) line(`${callsPerMinute.toLocaleString('en')} calls a minute`);
      if (rooms.length === 0 && callsPerMinute === null) line('Your organisation has no limits.');
    },
  });
}

type Room = RouteOutput<'limits'>['rooms'][number];

const unitOf = { items: 'stored items', bytes: 'stored bytes', embedding: 'bytes to embed this hour' } as const;

const lineOf = ({ limit, max, left }: Room): string =>
  `${left.toLocaleString('en')} of ${max.toLocaleString('en')} ${unitOf[limit]} left`;
