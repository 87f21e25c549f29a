import { roles, type KeySummary } from '@cairn/contracts';
import { Option, type Command } from 'commander';
import type { CliContext, GlobalOptions } from '../cli-context.ts';
import { parseList } from '../parse-options.ts';
import { timeOf } from '../print-hits.ts';
import { printResult, type Printer } from '../printer.ts';
import { withServer } from '../server-connection.ts';
import { fact, plain } from '../terminal-text.ts';

interface CreateOptions extends GlobalOptions {
  readonly role: string;
  readonly kind: string;
  readonly peer?: readonly string[];
}

interface RevokeOptions extends GlobalOptions {
  readonly force?: boolean;
}

const NO_ADMIN_LEFT = `
When no admin key is left, whoever holds the store gets a new one:
  a data folder   stop its server, then on that machine: cairn keys create NAME --role admin
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
    .argument('<name>', 'whose key it is')
    .description('Make a key. It is shown once and stored hashed.')
    .addOption(
      new Option('--role <role>', 'what it may do, each role more than those before').choices(roles).default('writer'),
    )
    .addOption(new Option('--kind <kind>', 'who uses it').choices(['person', 'agent']).default('agent'))
    .option('--peer <list>', 'peer channels it may speak for, comma-separated; * for any', parseList)
    .action(async (name: string, _, self: Command) => create(context, self.optsWithGlobals(), name));
  command
    .command('revoke')
    .argument('<id>', 'the id that `keys list` shows')
    .description('Revoke a key')
    .option('--force', 'though it is the last admin key of the organisation')
    .action(async (id: string, _, self: Command) => revoke(context, self.optsWithGlobals(), id));
}

async function list(context: CliContext, options: GlobalOptions): Promise<void> {
  const { json, answer } = await withServer(context, options, ({ client }) => client.call('listKeys', {}));
  printResult(context, options, json, (printer) => answer.keys.forEach((key) => printKey(printer, key)));
}

async function create(context: CliContext, options: CreateOptions, name: string): Promise<void> {
  const body = { name, role: options.role, kind: options.kind, peers: options.peer ?? [] };
  const { json, answer } = await withServer(context, options, ({ client }) => client.call('createKey', { body }));
  printResult(context, options, json, (printer) => {
    printKey(printer, answer.summary);
    printer.line(`\n${printer.colors.bold(plain(answer.key))}\n`);
    printer.line('Keep it now: it is not shown again.');
  });
}

async function revoke(context: CliContext, options: RevokeOptions, id: string): Promise<void> {
  const query = options.force ? { force: 'true' } : {};
  const { json, answer } = await withServer(context, options, ({ client }) =>
    client.call('revokeKey', { params: { id }, query }),
  );
  printResult(context, options, json, (printer) =>
    printer.line(`Revoked ${answer.keyId}. It stops working within seconds.`),
  );
}

function printKey({ line, colors }: Printer, key: KeySummary): void {
  const peers = key.peers.length > 0 ? `  for ${key.peers.map(fact).join(', ')}` : '';
  const state = key.revokedAt === null ? `since ${timeOf(key.createdAt)}` : `revoked ${timeOf(key.revokedAt)}`;
  const text = plain(`${key.keyId}  ${key.prefix}…  ${key.role.padEnd(7)}  ${fact(key.name)}${peers}  ${state}`);
  line(key.revokedAt === null ? text : colors.dim(text));
}
