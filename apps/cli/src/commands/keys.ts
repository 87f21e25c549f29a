import { principalKinds, type KeyResponse, type KeySummary, type PrincipalKind, type Role } from '@cairn/contracts';
import { Option, type Command } from 'commander';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { parseList, parseNumber, parseTime } from '../context/parse-options.ts';
import { principalOf } from '../server/principal-of.ts';
import { roleOption } from './people.ts';
import { requireConsent, yesOption } from '../terminal/consent.ts';
import { timeOf } from '../terminal/print-hits.ts';
import { printResult, type Printer } from '../terminal/printer.ts';
import { withServer } from '../server/server-connection.ts';
import { fact, plain } from '../terminal/terminal-text.ts';

interface CreateOptions extends GlobalOptions {
  readonly for?: string;
  readonly role?: Role;
  readonly kind?: PrincipalKind;
  readonly peer?: string[];
  readonly label?: string;
  readonly expires?: number;
}

interface RotateOptions extends GlobalOptions {
  readonly overlap?: number;
  readonly expires?: number;
}

interface RevokeOptions extends GlobalOptions {
  readonly yes?: boolean;
  readonly force?: boolean;
}

const NO_ADMIN_LEFT = `
When no admin key is left, whoever holds the store gets a new one:
  a data folder   stop its server, then on that machine: {cairn keys create NAME --role admin}
                  (a start on the folder gives the command line an admin key of its own)
  a database      where the ingest service runs: node dist/ingest.mjs --admin-key`;

export function addKeys(program: Command, context: CliContext): void {
  const command = program
    .command('keys')
    .description('Keys of people and agents (needs an admin key)')
    .addHelpText('after', NO_ADMIN_LEFT);
  command
    .command('list')
    .description('All keys, without their secret')
    .action(async (_, self: Command) => list(context, self.optsWithGlobals()));
  command
    .command('create')
    .argument('[name]', 'name of a new owner of the key')
    .description('Make a key. It is shown once and stored hashed.')
    .option('--for <who>', 'owner of the key: a principal of {cairn people list}, by name or id')
    .addOption(roleOption('what it may do, each role more than those before (default: writer, or as theirs)'))
    .addOption(new Option('--kind <kind>', 'who is new (default: agent)').choices(principalKinds))
    .option('--peer <list>', 'peer channels it may speak for, comma-separated; * for any', parseList)
    .option('--label <text>', 'which of their keys it is, such as laptop or ci')
    .option('--expires <time>', 'from when on it works no more (default: never)', parseTime)
    .action(async (name: string | undefined, _, self: Command) => create(context, self.optsWithGlobals(), name));
  command
    .command('rotate')
    .argument('<id>', 'the id that `keys list` shows')
    .description('Replace it by another key of the same principal; private items stay with the principal')
    .option(
      '--overlap <seconds>',
      'how long the old one works beside it; 0 revokes it at once (default: 3600)',
      parseNumber,
    )
    .option('--expires <time>', 'from when on the new one works no more (default: never)', parseTime)
    .action(async (id: string, _, self: Command) => rotate(context, self.optsWithGlobals(), id));
  command
    .command('revoke')
    .argument('<id>', 'the id that `keys list` shows')
    .description('Revoke a key')
    .option('--force', 'though it is the last admin key of the organisation')
    .addOption(yesOption())
    .action(async (id: string, _, self: Command) => revoke(context, self.optsWithGlobals(), id));
}

async function list(context: CliContext, options: GlobalOptions): Promise<void> {
  const { json, answer } = await withServer(context, options, ({ client }) => client.call('listKeys', {}));
  printResult(context, options, json, (printer) => answer.keys.forEach((key) => printKey(printer, key)));
}

async function create(context: CliContext, options: CreateOptions, name: string | undefined): Promise<void> {
  const { role, kind, peer: peers, label, expires: expiresAt } = options;
  const terms = { role, peers, label, ...(expiresAt !== undefined && { expiresAt }) };
  const { json, answer } = await withServer(context, options, async ({ client }) => {
    const principalId = options.for === undefined ? undefined : await principalOf(client, options.for);
    return client.call('createKey', { body: { principalId, name, kind, ...terms } });
  });
  printResult(context, options, json, (printer) => printNew(printer, answer));
}

async function rotate(context: CliContext, options: RotateOptions, id: string): Promise<void> {
  const body = {
    ...(options.overlap !== undefined && { overlapSeconds: options.overlap }),
    ...(options.expires !== undefined && { expiresAt: options.expires }),
  };
  const { json, answer } = await withServer(context, options, ({ client }) =>
    client.call('rotateKey', { params: { id }, body }),
  );
  printResult(context, options, json, (printer) => printNew(printer, answer));
}

function printNew(printer: Printer, { key, summary }: KeyResponse): void {
  printKey(printer, summary);
  printer.line(`\n${printer.colors.bold(plain(key))}\n`);
  printer.line('Keep it now: it is not shown again.');
}

async function revoke(context: CliContext, options: RevokeOptions, id: string): Promise<void> {
  const query = options.force ? { force: 'true' } : {};
  const { json, answer } = await withServer(context, options, async ({ client }) => {
    const question = `Revoke ${plain(id)}? Whoever uses it is out within seconds.`;
    await requireConsent(context, { yes: options.yes, question, unchanged: 'Nothing was changed.' });
    return client.call('revokeKey', { params: { id }, query });
  });
  printResult(context, options, json, (printer) =>
    printer.line(`Revoked ${answer.keyId}. It stops working within seconds.`),
  );
}

function printKey({ line, colors }: Printer, key: KeySummary): void {
  const { keyId, prefix, role, name, label, createdAt, expiresAt, lastUsedAt, revokedAt } = key;
  const state = [
    ...(key.peers.length > 0 ? [`for ${key.peers.map(fact).join(', ')}`] : []),
    revokedAt === null ? `since ${timeOf(createdAt)}` : `revoked ${timeOf(revokedAt)}`,
    ...(expiresAt === null ? [] : [`until ${timeOf(expiresAt)}`]),
    ...(lastUsedAt === null ? [] : [`last used ${timeOf(lastUsedAt)}`]),
  ];
  const whose = label === null ? fact(name) : `${fact(name)} (${fact(label)})`;
  const text = plain([keyId, `${prefix}…`, role.padEnd(7), whose, ...state].join('  '));
  line(revokedAt === null ? text : colors.dim(text));
}
