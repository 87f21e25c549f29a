import { joinCommand, type Invitation, type InvitationResponse } from '@cairn/contracts';
import type { Command } from 'commander';
import type { CliContext } from '../context/cli-context.ts';
import { parseNumber } from '../context/parse-options.ts';
import { timeOf } from '../terminal/print-hits.ts';
import type { Printer } from '../terminal/printer.ts';
import { formatName, neutraliseForTerminal } from '../terminal/terminal-text.ts';
import { roleOption } from './people.ts';
import { addRouteCommand, argument, option } from './route-command.ts';
import { teamOf } from './teams.ts';

export function addInvitations(program: Command, context: CliContext): void {
  addRouteCommand(program, context, 'createInvitation', {
    command: 'invite',
    description: 'Invite a person by a link that works once (needs a manager key)',
    args: [argument('<name>', 'whom it is for')],
    options: [
      roleOption('what they may do (default: writer)'),
      option('--team <team>', 'team that they join, by name or id'),
      option('--days <days>', 'for how long the link works (default: 7)', parseNumber),
    ],
    input: async ({ team }, client) => (team === undefined ? {} : { teamId: await teamOf(client, team as string) }),
    print: (printer, answer, _values, { url }) => printLink(printer, answer, url),
  });
  const command = program
    .command('invitations')
    .description('Links by which people were invited (needs a manager key)');
  addRouteCommand(command, context, 'listInvitations', {
    command: 'list',
    description: 'List the invitations, without their links',
    print: (printer, { invitations }) => {
      if (invitations.length === 0) printer.line('No invitations. {cairn invite NAME} makes one.');
      for (const invitation of invitations) printInvitation(printer, invitation);
    },
  });
  addRouteCommand(command, context, 'revokeInvitation', {
    command: 'revoke',
    description: 'Revoke an invitation; its link works no more',
    args: [argument('<id>', 'the id that `invitations list` shows')],
    print: ({ line }, { invitationId }) => line(`Revoked ${invitationId}. Its link works no more.`),
  });
}

function printLink(printer: Printer, { path, link, invitation }: InvitationResponse, url: string): void {
  const whole = neutraliseForTerminal(link ?? new URL(path, url).href);
  printInvitation(printer, invitation);
  printer.line(`\n${printer.colors.bold(whole)}\n`);
  printer.line(
    'Send it now: it works once, and it is not shown again. They open it in a browser, or in a terminal run',
  );
  printer.line(`\n${printer.colors.bold(joinCommand(whole))}\n`);
  printer.line('which also connects the agents on their machine.');
  if (isLoopback(whole))
    printer.line(
      printer.colors.yellow(
        'The link works on this machine alone: the server does not know the address by which others call it. Start it with --team, or set CAIRN_PUBLIC_URL.',
      ),
    );
}

const isLoopback = (link: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(URL.parse(link)?.hostname ?? '');

function printInvitation({ line, colors }: Printer, invitation: Invitation): void {
  const { invitationId, name, role, team, state, createdBy, expiresAt, acceptedBy } = invitation;
  const parts = [
    ...[invitationId, state.padEnd(8), role.padEnd(7), formatName(name)],
    ...(team ? [`for the team ${formatName(team.name)}`] : []),
    `by ${formatName(createdBy.name)}`,
    acceptedBy ? `accepted by ${formatName(acceptedBy.name)}` : `until ${timeOf(expiresAt)}`,
  ];
  const text = neutraliseForTerminal(parts.join('  '));
  line(state === 'waiting' ? text : colors.dim(text));
}
