import type { Command } from 'commander';
import type { RouteOutput } from '@cairn/contracts';
import type { CliContext } from '../context/cli-context.ts';
import { addRouteCommand } from './route-command.ts';

export function addLimits(program: Command, context: CliContext): void {
  addRouteCommand(program, context, 'limits', {
    command: 'limits',
    description: 'Show the limits of your organisation, and the remaining room',
    print: ({ line }, { callsPerMinute, quotas }) => {
      for (const quota of quotas) line(lineOf(quota));
      if (callsPerMinute !== null) line(`${callsPerMinute.toLocaleString('en')} calls a minute`);
      if (quotas.length === 0 && callsPerMinute === null) line('Your organisation has no limits.');
    },
  });
}

type Quota = RouteOutput<'limits'>['quotas'][number];

const unitByQuota = { items: 'stored items', bytes: 'stored bytes', embedding: 'bytes to embed this hour' } as const;

const lineOf = ({ limit, max, remaining }: Quota): string =>
  `${remaining.toLocaleString('en')} of ${max.toLocaleString('en')} ${unitByQuota[limit]} left`;
