import { principalKinds, type KeyResponse, type KeySummary, type PrincipalKind } from '@cairn/contracts';
import type { Command } from 'commander';
import type { CairnClient } from '@cairn/transfer/cairn-client';
import type { CliContext } from '../context/cli-context.ts';
import { parseList, parseNumber, parseTime } from '../context/parse-options.ts';
import { findNamesake, principalOf } from '../server/principal-of.ts';
import { timeOf } from '../terminal/print-hits.ts';
import type { Printer } from '../terminal/printer.ts';
import { formatName, neutraliseForTerminal } from '../terminal/terminal-text.ts';
import { ownerIn, ownerOption, roleOption } from './people.ts';
import { addRouteCommand, argument, forField, option, type Values } from './route-command.ts';

const NO_ADMIN_LEFT = `
When no admin key is left, whoever holds the store gets a new one:
  a data folder   stop its server, then on that machine: {cairn keys create NAME --role admin}
                  (a start on the folder gives the command line an admin key of its own)
  a database      where the ingest service runs: node dist/ingest.mjs --admin-key`;

const expiresOption = (description: string) =>
  forField('expiresAt', option('--expires <time>', description, parseTime));

export function addKeys(program: Command, context: CliContext): void {
  const command = program
    .command('keys')
    .description('Keys of people and agents: everybody manages those of their own agents, admins all')
    .addHelpText('after', NO_ADMIN_LEFT);
  const id = argument('<id>', 'the id that `keys list` shows');
  addRouteCommand(command, context, 'listKeys', {
    command: 'list',
    description: 'List all keys, without their secrets; without an admin key, yours and those of your agents',
    print: (printer, { keys }) => keys.forEach((key) => printKey(printer, key)),
  });
  addCreate(command, context);
  addRouteCommand(command, context, 'rotateKey', {
    command: 'rotate',
    description: 'Replace it by another key of the same principal; private items stay with the principal',
    args: [id],
    options: [
      forField(
        'overlapSeconds',
        option(
          '--overlap <seconds>',
          'how long the old one works beside it; 0 revokes it at once (default: 3600)',
          parseNumber,
        ),
      ),
      expiresOption('from when on the new one works no more (default: never)'),
    ],
    print: printNew,
  });
  addRouteCommand(command, context, 'revokeKey', {
    command: 'revoke',
    description: 'Revoke a key',
    args: [id],
    options: [option('--force', 'though it is the last admin key of the organisation')],
    question: (values) =>
      `Revoke ${neutraliseForTerminal(String(values['id']))}? Whoever uses it is out within seconds.`,
    print: ({ line }, { keyId }) => line(`Revoked ${keyId}. It stops working within seconds.`),
  });
}

function addCreate(command: Command, context: CliContext): void {
  addRouteCommand(command, context, 'createKey', {
    command: 'create',
    description: 'Create a key. It is shown once and stored hashed.',
    args: [argument('[name]', 'owner of the key: whoever has this name, else a new agent or person')],
    options: [
      option('--for <who>', 'owner of the key: a principal of {cairn people list}, by name or id'),
      roleOption('what it may do, each role more than those before (default: writer, or as theirs)'),
      option('--kind <kind>', 'who is new (default: agent)').choices(principalKinds),
      ownerOption('person who owns a new agent, by name or id (default: you)'),
      forField(
        'peers',
        option('--peer <list>', 'peer channels it may speak for, comma-separated; * for any', parseList),
      ),
      option('--label <text>', 'which of their keys it is, such as laptop or ci'),
      expiresOption('from when on it works no more (default: never)'),
    ],
    input: keyOwner,
    print: (printer, made, { name }, { sent: { principalId } }) => {
      printNew(printer, made);
      if (name !== undefined && principalId !== undefined)
        printer.line(`It is another key of ${formatName(made.summary.name)}, whom the organisation already has.`);
    },
  });
}

/** Request fields for the owner of a new key: a principal who is there, or the name of a new one. */
async function keyOwner({ name, for: who, kind, owner }: Values, client: CairnClient): Promise<object> {
  if (who !== undefined)
    return { principalId: await principalOf(client, who as string), ...(await ownerIn(owner, client)) };
  const { ownerId } = await ownerIn(owner, client);
  const wanted = { name: name as string, kind: kind as PrincipalKind | undefined, ownerId };
  const present = name === undefined ? undefined : await findNamesake(client, wanted);
  return present ? { principalId: present, name: undefined, kind: undefined } : { ownerId };
}

function printNew(printer: Printer, { key, summary }: KeyResponse): void {
  printKey(printer, summary);
  printer.line(`\n${printer.colors.bold(neutraliseForTerminal(key))}\n`);
  printer.line('Keep it now: it is not shown again.');
}

function printKey({ line, colors }: Printer, key: KeySummary): void {
  const { keyId, prefix, role, name, label, createdAt, expiresAt, lastUsedAt, revokedAt } = key;
  const state = [
    ...(key.peers.length > 0 ? [`for ${key.peers.map(formatName).join(', ')}`] : []),
    revokedAt === null ? `since ${timeOf(createdAt)}` : `revoked ${timeOf(revokedAt)}`,
    ...(expiresAt === null ? [] : [`until ${timeOf(expiresAt)}`]),
    ...(lastUsedAt === null ? [] : [`last used ${timeOf(lastUsedAt)}`]),
  ];
  const whose = label === null ? formatName(name) : `${formatName(name)} (${formatName(label)})`;
  const text = neutraliseForTerminal([keyId, `${prefix}…`, role.padEnd(7), whose, ...state].join('  '));
  line(revokedAt === null ? text : colors.dim(text));
}
