import type { ClosedChannel } from '@cairn/contracts';
import type { Command } from 'commander';
import type { CliContext } from '../context/cli-context.ts';
import type { Printer } from '../terminal/printer.ts';
import { formatName, neutraliseForTerminal } from '../terminal/terminal-text.ts';
import { principalOf } from '../server/principal-of.ts';
import { addRouteCommand, argument } from './route-command.ts';
import { teamOf } from './teams.ts';

const TEAM_PREFIX = 'team:';

export function addChannels(program: Command, context: CliContext): void {
  const command = program
    .command('channels')
    .description('Closed channels, which only their members read and write (needs a manager key)');
  addRouteCommand(command, context, 'listClosedChannels', {
    command: 'list',
    description: 'List closed channels with their members',
    print: (printer, { channels }) => {
      if (channels.length === 0) printer.line('No channel is closed.');
      for (const channel of channels) printChannel(printer, channel);
    },
  });
  addRouteCommand(command, context, 'closeChannel', {
    command: 'close',
    description: 'Close a channel to all others',
    args: [
      argument('<channel>', 'the channel, in full'),
      argument('[who...]', 'people or agents by name or id, and team:NAME; they replace the former members'),
    ],
    input: async (values, client) => {
      const who = values['who'] as string[];
      const teams = who.filter((one) => one.startsWith(TEAM_PREFIX)).map((one) => one.slice(TEAM_PREFIX.length));
      const people = who.filter((one) => !one.startsWith(TEAM_PREFIX));
      return {
        principals: await Promise.all(people.map((one) => principalOf(client, one))),
        teams: await Promise.all(teams.map((one) => teamOf(client, one))),
      };
    },
    print: printChannel,
  });
  addRouteCommand(command, context, 'setExtractionChannel', {
    command: 'extraction',
    description: 'Decide whether messages of a channel are read for proposals',
    args: [argument('<channel>', 'the channel, in full'), argument('<extraction>', 'on or off')],
    print: ({ line }, { channel, extraction }) =>
      line(
        neutraliseForTerminal(
          `Messages of ${formatName(channel)} are ${extraction === 'on' ? 'read' : 'never read'} for proposals.`,
        ),
      ),
  });
  addRouteCommand(command, context, 'listExtractionChannels', {
    command: 'unread',
    description: 'List the channels whose messages are never read for proposals',
    print: ({ line }, { off }) => {
      if (off.length === 0) line('Messages of all channels are read for proposals.');
      for (const channel of off) line(neutraliseForTerminal(formatName(channel)));
    },
  });
  addRouteCommand(command, context, 'openChannel', {
    command: 'open',
    description: 'Open a closed channel again',
    args: [argument('<channel>', 'the channel, in full')],
    print: ({ line }, { channel }) => line(neutraliseForTerminal(`Opened ${formatName(channel)}.`)),
  });
}

function printChannel({ line }: Printer, { channel, principals, teams }: ClosedChannel): void {
  const who = [
    ...principals.map(({ name }) => formatName(name)),
    ...teams.map(({ name }) => `${TEAM_PREFIX}${formatName(name)}`),
  ];
  line(neutraliseForTerminal(`${formatName(channel)}  ${who.length === 0 ? 'nobody' : who.join(', ')}`));
}
