import type { Team, TeamId } from '@cairn/contracts';
import type { Command } from 'commander';
import type { CairnClient } from '../server/cairn-client.ts';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { CommandFailure } from '../context/exit-codes.ts';
import { printResult, type Printer } from '../terminal/printer.ts';
import { withServer } from '../server/server-connection.ts';
import { fact, plain } from '../terminal/terminal-text.ts';
import { principalOf } from '../server/principal-of.ts';

export function addTeams(program: Command, context: CliContext): void {
  const command = program
    .command('teams')
    .description('Teams, whose members read items stored as team:NAME (needs an admin key)');
  command
    .command('list')
    .description('All teams and who is in them')
    .action(async (_, self: Command) => list(context, self.optsWithGlobals()));
  command
    .command('create')
    .argument('<name>', 'how it is called')
    .argument('[who...]', 'who is in it, by name or id')
    .description('Make a team')
    .action(async (name: string, who: string[], _, self: Command) =>
      create(context, self.optsWithGlobals(), name, who),
    );
  for (const act of ['add', 'remove'] as const)
    command
      .command(act)
      .argument('<team>', 'name or id')
      .argument('<who...>', 'people or agents, by name or id')
      .description(act === 'add' ? 'Put somebody into a team' : 'Take somebody out of a team')
      .action(async (team: string, who: string[], _, self: Command) =>
        change(context, self.optsWithGlobals(), { team, act, who }),
      );
  command
    .command('delete')
    .argument('<team>', 'name or id')
    .description('Remove a team for which nothing is stored')
    .action(async (team: string, _, self: Command) => remove(context, self.optsWithGlobals(), team));
}

async function list(context: CliContext, options: GlobalOptions): Promise<void> {
  const { json, answer } = await withServer(context, options, ({ client }) => client.call('listTeams', {}));
  printResult(context, options, json, (printer) => {
    if (answer.teams.length === 0) printer.line('No teams.');
    for (const team of answer.teams) printTeam(printer, team);
  });
}

async function create(context: CliContext, options: GlobalOptions, name: string, who: string[]): Promise<void> {
  const { json, answer } = await withServer(context, options, async ({ client }) =>
    client.call('createTeam', { body: { name, members: await idsOf(client, who) } }),
  );
  printResult(context, options, json, (printer) => printTeam(printer, answer));
}

interface Change {
  readonly team: string;
  readonly act: 'add' | 'remove';
  readonly who: readonly string[];
}

async function change(context: CliContext, options: GlobalOptions, { team, act, who }: Change): Promise<void> {
  const { json, answer } = await withServer(context, options, async ({ client }) =>
    client.call('changeTeam', {
      params: { id: await teamOf(client, team) },
      body: { [act]: await idsOf(client, who) },
    }),
  );
  printResult(context, options, json, (printer) => printTeam(printer, answer));
}

async function remove(context: CliContext, options: GlobalOptions, team: string): Promise<void> {
  const { json, answer } = await withServer(context, options, async ({ client }) =>
    client.call('removeTeam', { params: { id: await teamOf(client, team) } }),
  );
  printResult(context, options, json, (printer) => printer.line(`Removed ${answer.teamId}.`));
}

const idsOf = (client: CairnClient, who: readonly string[]) => Promise.all(who.map((one) => principalOf(client, one)));

export async function teamOf(client: CairnClient, nameOrId: string): Promise<TeamId> {
  const { teams } = (await client.call('listTeams', {})).answer;
  const team = teams.find(({ teamId, name }) => teamId === nameOrId || name === nameOrId);
  if (team) return team.teamId;
  throw new CommandFailure('failed', `No team of the organisation: ${nameOrId}. {cairn teams list} shows them.`);
}

function printTeam({ line }: Printer, { teamId, name, members }: Team): void {
  const who = members.length === 0 ? 'nobody' : members.map((one) => fact(one.name)).join(', ');
  line(plain(`${teamId}  ${fact(name)}  ${who}`));
}
