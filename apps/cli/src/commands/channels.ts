import type { ClosedChannel } from '@cairn/contracts';
import type { Command } from 'commander';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { printResult, type Printer } from '../terminal/printer.ts';
import { withServer } from '../server/server-connection.ts';
import { fact, plain } from '../terminal/terminal-text.ts';
import { principalOf } from '../server/principal-of.ts';
import { teamOf } from './teams.ts';

const TEAM = 'team:';

export function addChannels(program: Command, context: CliContext): void {
  const command = program
    .command('channels')
    .description('Closed channels, which only their members read and write (needs a manager key)');
  command
    .command('list')
    .description('The channels that are closed and who is let in')
    .action(async (_, self: Command) => list(context, self.optsWithGlobals()));
  command
    .command('close')
    .argument('<channel>', 'the channel, in full')
    .argument('[who...]', 'people or agents by name or id, and team:NAME; they take the place of those let in before')
    .description('Close a channel to all others')
    .action(async (channel: string, who: string[], _, self: Command) =>
      close(context, self.optsWithGlobals(), channel, who),
    );
  command
    .command('open')
    .argument('<channel>', 'the channel, in full')
    .description('Open a closed channel again')
    .action(async (channel: string, _, self: Command) => open(context, self.optsWithGlobals(), channel));
}

async function list(context: CliContext, options: GlobalOptions): Promise<void> {
  const { json, answer } = await withServer(context, options, ({ client }) => client.call('listClosedChannels', {}));
  printResult(context, options, json, (printer) => {
    if (answer.channels.length === 0) printer.line('No channel is closed.');
    for (const channel of answer.channels) printChannel(printer, channel);
  });
}

async function close(context: CliContext, options: GlobalOptions, channel: string, who: string[]): Promise<void> {
  const { json, answer } = await withServer(context, options, async ({ client }) => {
    const teams = who.filter((one) => one.startsWith(TEAM)).map((one) => one.slice(TEAM.length));
    const people = who.filter((one) => !one.startsWith(TEAM));
    const body = {
      channel,
      principals: await Promise.all(people.map((one) => principalOf(client, one))),
      teams: await Promise.all(teams.map((one) => teamOf(client, one))),
    };
    return client.call('closeChannel', { body });
  });
  printResult(context, options, json, (printer) => printChannel(printer, answer));
}

async function open(context: CliContext, options: GlobalOptions, channel: string): Promise<void> {
  const { json, answer } = await withServer(context, options, ({ client }) =>
    client.call('openChannel', { query: { channel } }),
  );
  printResult(context, options, json, (printer) => printer.line(plain(`Opened ${fact(answer.channel)}.`)));
}

function printChannel({ line }: Printer, { channel, principals, teams }: ClosedChannel): void {
  const who = [...principals.map(({ name }) => fact(name)), ...teams.map(({ name }) => `${TEAM}${fact(name)}`)];
  line(plain(`${fact(channel)}  ${who.length === 0 ? 'nobody' : who.join(', ')}`));
}
