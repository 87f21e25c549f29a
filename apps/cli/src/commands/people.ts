import { principalKinds, roles, type PrincipalKind, type PrincipalSummary, type Role } from '@cairn/contracts';
import { Option, type Command } from 'commander';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { CommandFailure } from '../context/exit-codes.ts';
import { parseList } from '../context/parse-options.ts';
import { requireConsent, yesOption } from '../terminal/consent.ts';
import { timeOf } from '../terminal/print-hits.ts';
import { printResult, type Printer } from '../terminal/printer.ts';
import { principalOf } from '../server/principal-of.ts';
import { withServer } from '../server/server-connection.ts';
import { fact, plain } from '../terminal/terminal-text.ts';

interface PeopleOptions extends GlobalOptions {
  readonly name?: string;
  readonly kind?: PrincipalKind;
  readonly role?: Role;
  readonly peer?: string[];
  readonly force?: boolean;
  readonly handOverTo?: string;
  readonly forget?: boolean;
  readonly yes?: boolean;
}

export const roleOption = (description: string): Option => new Option('--role <role>', description).choices(roles);

export function addPeople(program: Command, context: CliContext): void {
  const command = program
    .command('people')
    .description('People and agents of the organisation, apart from their keys (needs an admin key)');
  command
    .command('list')
    .description('Everyone, with what they may do')
    .action(async (_, self: Command) => list(context, self.optsWithGlobals()));
  const withPeers = (sub: Command) =>
    sub.option('--peer <list>', 'peer channels they may speak for, comma-separated; * for any', parseList);
  withPeers(command.command('add').argument('<name>', 'new name').description('Add a principal, without a key'))
    .addOption(new Option('--kind <kind>', 'who it is (default: agent)').choices(principalKinds))
    .addOption(roleOption('what they may do at most (default: writer)'))
    .action(async (name: string, _, self: Command) => add(context, self.optsWithGlobals(), name));
  withPeers(
    command.command('set').argument('<who>', 'name or id').description('Change a principal; all their keys follow'),
  )
    .option('--name <name>', 'how they are called from now on')
    .addOption(roleOption('what they may do at most'))
    .option('--force', 'though no admin key is left then')
    .action(async (who: string, _, self: Command) => change(context, self.optsWithGlobals(), who));
  addLeave(command, context);
}

function addLeave(command: Command, context: CliContext): void {
  command
    .command('leave')
    .argument('<who>', 'name or id')
    .description('Remove a principal: their keys are revoked, their private items are handed over or forgotten')
    .addOption(new Option('--hand-over-to <who>', 'who gets their private memories').conflicts('forget'))
    .option('--forget', 'their private memories and messages are forgotten for good')
    .option('--force', 'though no admin key is left then')
    .addOption(yesOption())
    .action(async (who: string, _, self: Command) => leave(context, self.optsWithGlobals(), who));
}

async function list(context: CliContext, options: GlobalOptions): Promise<void> {
  const { json, answer } = await withServer(context, options, ({ client }) => client.call('listPrincipals', {}));
  printResult(context, options, json, (printer) => answer.principals.forEach((one) => printPrincipal(printer, one)));
}

async function add(context: CliContext, options: PeopleOptions, name: string): Promise<void> {
  const body = { name, kind: options.kind, role: options.role, peers: options.peer };
  const { json, answer } = await withServer(context, options, ({ client }) => client.call('createPrincipal', { body }));
  printResult(context, options, json, (printer) => printPrincipal(printer, answer));
}

async function change(context: CliContext, options: PeopleOptions, who: string): Promise<void> {
  const body = { name: options.name, role: options.role, peers: options.peer };
  const query = options.force ? { force: 'true' } : {};
  const { json, answer } = await withServer(context, options, async ({ client }) =>
    client.call('changePrincipal', { params: { id: await principalOf(client, who) }, query, body }),
  );
  printResult(context, options, json, (printer) => printPrincipal(printer, answer));
}

async function leave(context: CliContext, options: PeopleOptions, who: string): Promise<void> {
  const { handOverTo, forget } = options;
  if (handOverTo === undefined && !forget)
    throw new CommandFailure('usage', 'Their private items need a decision: --hand-over-to WHO, or --forget.');
  const query = options.force ? { force: 'true' } : {};
  const { json, answer } = await withServer(context, options, async ({ client }) => {
    const heir = handOverTo === undefined ? undefined : await principalOf(client, handOverTo);
    const body = heir === undefined ? { forget: true as const } : { handOverTo: heir };
    const params = { id: await principalOf(client, who) };
    const fate = heir === undefined ? 'is forgotten for good' : `goes to ${fact(handOverTo!)}`;
    await requireConsent(context, {
      yes: options.yes,
      question: `Revoke every key of ${fact(who)}? What is private to them ${fate}.`,
      unchanged: 'Nothing was changed.',
    });
    return client.call('leave', { params, query, body });
  });
  printResult(context, options, json, ({ line }) => {
    line(`${fact(who)} has left: ${answer.keysRevoked} revoked keys, ${answer.handedOver} memories handed over.`);
    if (answer.forgetId !== null)
      line(`Their private items are being forgotten; GET /v1/forgets/${answer.forgetId} is its certificate`);
  });
}

export function printPrincipal({ line, colors }: Printer, one: PrincipalSummary): void {
  const { principalId, kind, role, name, peers, keys, createdAt, leftAt, lastUsedAt } = one;
  const state = [
    ...(peers.length > 0 ? [`for ${peers.map(fact).join(', ')}`] : []),
    `${keys} ${keys === 1 ? 'key' : 'keys'}`,
    leftAt === null ? `since ${timeOf(createdAt)}` : `left ${timeOf(leftAt)}`,
    ...(lastUsedAt === null ? [] : [`last used ${timeOf(lastUsedAt)}`]),
  ];
  const text = plain([principalId, kind.padEnd(6), role.padEnd(7), fact(name), ...state].join('  '));
  line(leftAt === null ? text : colors.dim(text));
}
