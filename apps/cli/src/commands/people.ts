import {
  formatCount,
  GONE_AFTER_DAYS,
  principalKinds,
  roles,
  type PrincipalId,
  type PrincipalSummary,
} from '@cairn/contracts';
import type { Command, Option } from 'commander';
import type { CliContext } from '../context/cli-context.ts';
import { CommandFailure } from '../context/exit-codes.ts';
import { parseList } from '../context/parse-options.ts';
import { timeOf } from '../terminal/print-hits.ts';
import type { Printer } from '../terminal/printer.ts';
import type { CairnClient } from '@cairn/transfer/cairn-client';
import { principalOf, requireUnusedName } from '../server/principal-of.ts';
import { formatName, neutraliseForTerminal } from '../terminal/terminal-text.ts';
import { addRouteCommand, argument, forField, option, type Values } from './route-command.ts';

export const roleOption = (description: string): Option => option('--role <role>', description).choices(roles);

export const ownerOption = (description: string): Option => option('--owner <who>', description);

/** Request field for the owner, given by name or id. Empty if no owner was given. */
export const ownerIn = async (owner: unknown, client: CairnClient): Promise<{ ownerId?: PrincipalId }> =>
  owner === undefined ? {} : { ownerId: await principalOf(client, owner as string) };

const peersOption = () =>
  forField('peers', option('--peer <list>', 'peer channels they may speak for, comma-separated; * for any', parseList));
const forceOption = () => option('--force', 'even if no admin key remains');

export function addPeople(program: Command, context: CliContext): void {
  const command = program
    .command('people')
    .description('People and agents of the organisation, apart from their keys; changing them needs an admin key');
  addRouteCommand(command, context, 'listPrincipals', {
    command: 'list',
    description: 'List everyone with their roles; with a key below the role manager, you and your agents',
    print: (printer, { principals, gone }) => {
      principals.forEach((one) => printPrincipal(printer, one));
      if (gone.length > 0) printer.line(`\nGone, without a working key for ${GONE_AFTER_DAYS} days:`);
      gone.forEach((one) => printPrincipal(printer, one));
    },
  });
  addRouteCommand(command, context, 'createPrincipal', {
    command: 'add',
    description: 'Add a principal, without a key',
    args: [argument('<name>', 'new name')],
    options: [
      peersOption(),
      option('--kind <kind>', 'person or agent (default: person, or agent with --owner)').choices(principalKinds),
      roleOption('what they may do at most (default: writer)'),
      ownerOption('person who owns a new agent, by name or id (default: you)'),
    ],
    input: async ({ name, owner }, client) => {
      await requireUnusedName(client, name as string);
      return ownerIn(owner, client);
    },
    print: printPrincipal,
  });
  addRouteCommand(command, context, 'changePrincipal', {
    command: 'set',
    description: 'Change a principal; all their keys follow',
    args: [argument('<who>', 'name or id')],
    options: [
      peersOption(),
      option('--name <name>', 'their new name'),
      roleOption('what they may do at most'),
      ownerOption('person who owns the agent from now on, by name or id'),
      forceOption(),
    ],
    input: async ({ who, owner }, client) => ({
      ...(await ownerIn(owner, client)),
      id: await principalOf(client, who as string),
    }),
    print: printPrincipal,
  });
  addLeave(command, context);
}

function addLeave(command: Command, context: CliContext): void {
  addRouteCommand(command, context, 'leave', {
    command: 'leave',
    description: 'Remove a principal: their keys are revoked, their private items are handed over or forgotten',
    args: [argument('<who>', 'name or id')],
    options: [
      option('--hand-over-to <who>', 'who gets their private memories').conflicts('forget'),
      option('--forget', 'their private memories and messages are forgotten for good'),
      forceOption(),
    ],
    input: async ({ who, handOverTo }, client) => ({
      ...(handOverTo !== undefined && { handOverTo: await principalOf(client, handOverTo as string) }),
      id: await principalOf(client, who as string),
    }),
    question: ({ who, handOverTo }) => {
      const fate = handOverTo === undefined ? 'is forgotten for good' : `goes to ${formatName(handOverTo as string)}`;
      return `Revoke every key of ${formatName(who as string)} and of their agents? What is private to them ${fate}.`;
    },
    print: ({ line }, { keysRevoked, handedOver, agents, forgetId }, { who }) => {
      line(
        `${formatName(who as string)} has left: ${formatCount(keysRevoked, 'revoked key')}, ${formatCount(handedOver, 'memory', 'memories')} handed over.`,
      );
      if (agents > 0) line(`${formatCount(agents, 'agent')} ${forgetId === null ? 'handed over' : 'left'} too.`);
      if (forgetId !== null)
        line(`Their private items are being forgotten; GET /v1/forgets/${forgetId} is its certificate`);
    },
  }).hook('preAction', (self) => requireFate(self.opts()));
}

function requireFate({ handOverTo, forget }: Values): void {
  if (handOverTo === undefined && !forget)
    throw new CommandFailure('usage', 'Their private items need a decision: --hand-over-to WHO, or --forget.');
}

function printPrincipal({ line, colors }: Printer, one: PrincipalSummary): void {
  const { principalId, kind, role, name, peers, keys, owner, createdAt, leftAt, goneAt, lastUsedAt } = one;
  const state = [
    ...(peers.length > 0 ? [`for ${peers.map(formatName).join(', ')}`] : []),
    `${keys} ${keys === 1 ? 'key' : 'keys'}`,
    ...(owner === null ? [] : [`of ${formatName(owner.name)}`]),
    leftAt === null ? `since ${timeOf(createdAt)}` : `left ${timeOf(leftAt)}`,
    ...(lastUsedAt === null ? [] : [`last used ${timeOf(lastUsedAt)}`]),
  ];
  const text = neutraliseForTerminal(
    [principalId, kind.padEnd(6), role.padEnd(7), formatName(name), ...state].join('  '),
  );
  line(leftAt === null && goneAt === null ? text : colors.dim(text));
}
