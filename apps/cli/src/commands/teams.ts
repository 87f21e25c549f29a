import type { Team, TeamId } from '@cairn/contracts';
import type { Command } from 'commander';
import type { CairnClient } from '@cairn/transfer/cairn-client';
import type { CliContext } from '../context/cli-context.ts';
import { CommandFailure } from '../context/exit-codes.ts';
import type { Printer } from '../terminal/printer.ts';
import { formatName, neutraliseForTerminal } from '../terminal/terminal-text.ts';
import { principalOf } from '../server/principal-of.ts';
import { addRouteCommand, argument } from './route-command.ts';

export function addTeams(program: Command, context: CliContext): void {
  const command = program
    .command('teams')
    .description('Teams, whose members read items stored as team:NAME (needs an admin key)');
  addRouteCommand(command, context, 'listTeams', {
    command: 'list',
    description: 'List all teams with their members',
    print: (printer, { teams }) => {
      if (teams.length === 0) printer.line('No teams.');
      for (const team of teams) printTeam(printer, team);
    },
  });
  addRouteCommand(command, context, 'createTeam', {
    command: 'create',
    description: 'Create a team',
    args: [argument('<name>', 'its name'), argument('[who...]', 'its members, by name or id')],
    input: async ({ who }, client) => ({ members: await idsOf(client, who as string[]) }),
    print: printTeam,
  });
  for (const act of ['add', 'remove'] as const)
    addRouteCommand(command, context, 'changeTeam', {
      command: act,
      description: act === 'add' ? 'Put somebody into a team' : 'Take somebody out of a team',
      args: [argument('<team>', 'name or id'), argument('<who...>', 'people or agents, by name or id')],
      input: async ({ team, who }, client) => ({
        id: await teamOf(client, team as string),
        [act]: await idsOf(client, who as string[]),
      }),
      print: printTeam,
    });
  addRouteCommand(command, context, 'removeTeam', {
    command: 'delete',
    description: 'Remove a team for which nothing is stored',
    args: [argument('<team>', 'name or id')],
    input: async ({ team }, client) => ({ id: await teamOf(client, team as string) }),
    print: ({ line }, { teamId }) => line(`Removed ${teamId}.`),
  });
}

const idsOf = (client: CairnClient, who: readonly string[]) => Promise.all(who.map((one) => principalOf(client, one)));

export async function teamOf(client: CairnClient, nameOrId: string): Promise<TeamId> {
  const { teams } = (await client.call('listTeams', {})).answer;
  const team = teams.find(({ teamId, name }) => teamId === nameOrId || name === nameOrId);
  if (team) return team.teamId;
  throw new CommandFailure('failed', `No team of the organisation: ${nameOrId}. {cairn teams list} shows them.`);
}

function printTeam({ line }: Printer, { teamId, name, members }: Team): void {
  const who = members.length === 0 ? 'nobody' : members.map((one) => formatName(one.name)).join(', ');
  line(neutraliseForTerminal(`${teamId}  ${formatName(name)}  ${who}`));
}
