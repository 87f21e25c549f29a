import type { Command } from 'commander';
import type { RouteOutput } from '@cairn/contracts';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { withServer } from '../server/server-connection.ts';
import { printResult } from '../terminal/printer.ts';

export function addLimits(program: Command, context: CliContext): void {
  program
    .command('limits')
    .description('Show the limits of your organisation, and the remaining room')
    .action(async (_, self: Command) => limits(context, self.optsWithGlobals()));
}

type Room = RouteOutput<'limits'>['rooms'][number];

const unitOf = { items: 'stored items', bytes: 'stored bytes', embedding: 'bytes to embed this hour' } as const;

async function limits(context: CliContext, options: GlobalOptions): Promise<void> {
  const { json, answer } = await withServer(context, options, ({ client }) => client.call('limits', {}));
  const { callsPerMinute, rooms } = answer;
  printResult(context, options, json, (printer) => {
    for (const room of rooms) printer.line(lineOf(room));
    if (callsPerMinute !== null) printer.line(`${callsPerMinute.toLocaleString('en')} calls a minute`);
    if (rooms.length === 0 && callsPerMinute === null) printer.line('Your organisation has no limits.');
  });
}

const lineOf = ({ limit, max, left }: Room): string =>
  `${left.toLocaleString('en')} of ${max.toLocaleString('en')} ${unitOf[limit]} left`;
