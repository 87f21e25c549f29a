import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatCount, type Organisation, type OrganisationRemoval, type OrgId } from '@cairn/contracts';
import type { Command } from 'commander';
import type { CairnClient } from '@cairn/transfer/cairn-client';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { CommandFailure } from '../context/exit-codes.ts';
import { parseNumber } from '../context/parse-options.ts';
import { dryRunOption, requireConsent, yesOption, type ConsentOptions } from '../terminal/consent.ts';
import { createPrinter, printResult, type Printer } from '../terminal/printer.ts';
import { withServer, type ServerConnection } from '../server/server-connection.ts';
import { formatName, neutraliseForTerminal } from '../terminal/terminal-text.ts';
import { addRouteCommand, argument, option, type Values } from './route-command.ts';

type Limits = Organisation['limits'];
/** Typed limits by the names of their options, which equal the field names of the API. */
type LimitOptions = { readonly [Name in keyof Limits]?: number | 'none' };

const limitOptions: Readonly<Record<keyof Limits, { readonly flag: string; readonly of: string }>> = {
  callsPerMinute: { flag: 'calls-per-minute', of: 'calls a minute' },
  storedItems: { flag: 'stored-items', of: 'stored items' },
  storedBytes: { flag: 'stored-bytes', of: 'stored bytes' },
  embeddedBytesPerHour: { flag: 'embedded-bytes-per-hour', of: 'embedded bytes an hour' },
};
const limitNames = Object.keys(limitOptions) as (keyof Limits)[];

export function addOrgs(program: Command, context: CliContext): void {
  const command = program
    .command('orgs')
    .description(
      "Organisations of the installation (needs the operator's key: --key, CAIRN_OPERATOR_KEY, or operator.key of the data folder)",
    );
  const organisation = () => argument('<organisation>', 'name or id');
  const idIn = async ({ organisation }: Values, client: CairnClient) => ({
    id: await idOf(client, String(organisation)),
  });
  addRouteCommand(command, context, 'listOrganisations', {
    command: 'list',
    description: 'List all organisations with their size',
    server: runAsOperator,
    print: (printer, { organisations, removals }) => {
      for (const organisation of organisations) printOrganisation(printer, organisation);
      for (const removal of removals) printRemoval(printer, removal);
    },
  });
  addRouteCommand(command, context, 'createOrganisation', {
    command: 'create',
    description: 'Create an organisation and its first admin key',
    args: [argument('<name>', 'its name')],
    options: limitFlags(),
    server: runAsOperator,
    input: (values) => ({ limits: limitsIn(values) }),
    print: (printer, { organisation, admin }) => {
      printOrganisation(printer, organisation);
      printer.line(neutraliseForTerminal(`Its first admin key, shown this once: ${admin.key}`));
    },
  });
  addRouteCommand(command, context, 'getOrganisation', {
    command: 'show',
    description: 'Show one organisation: its size in numbers, and its limits',
    args: [organisation()],
    server: runAsOperator,
    input: idIn,
    print: printOrganisation,
  });
  addRouteCommand(command, context, 'changeOrganisation', {
    command: 'limit',
    description: 'Change the limits of an organisation',
    args: [organisation()],
    options: limitFlags(),
    server: runAsOperator,
    input: async (values, client) => ({ ...(await idIn(values, client)), limits: limitsIn(values) }),
    print: printOrganisation,
  }).hook('preAction', (self) => requireLimit(self.opts()));
  command
    .command('remove')
    .argument('<organisation>', 'name or id; for a removed one, its id')
    .addOption(dryRunOption())
    .addOption(yesOption())
    .description('Remove an organisation with all its data permanently; repeat the command to see the progress')
    .action(async (organisation: string, _, self: Command) =>
      removeOrganisation(context, self.optsWithGlobals(), organisation),
    );
}

const limitFlags = () =>
  limitNames.map((name) => {
    const { flag, of } = limitOptions[name];
    return option(`--${flag} <n>`, `${of} of the whole organisation; none: no limit`, limitOf);
  });

const limitOf = (text: string): number | 'none' => (text === 'none' ? text : parseNumber(text));

/** Runs `use` with the operator's key. The key in CAIRN_KEY belongs to an organisation and has no access to these routes. */
async function runAsOperator<Result>(
  context: CliContext,
  options: GlobalOptions,
  use: (server: ServerConnection) => Promise<Result>,
): Promise<Result> {
  const key = options.key ?? context.env['CAIRN_OPERATOR_KEY'] ?? (await keyOfFolder(options));
  if (key !== undefined) return withServer(context, { ...options, key }, use);
  throw new CommandFailure(
    'failed',
    "This needs the operator's key: --key, CAIRN_OPERATOR_KEY, or a server that was started with --operator-key on this data folder.",
  );
}

const keyOfFolder = ({ dataDir }: GlobalOptions): Promise<string | undefined> =>
  readFile(join(dataDir, 'operator.key'), 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  );

async function removeOrganisation(
  context: CliContext,
  options: GlobalOptions & ConsentOptions,
  nameOrId: string,
): Promise<void> {
  const { json, answer } = await runAsOperator(context, options, async ({ client }) => {
    const params = { id: await idOf(client, nameOrId) };
    const send = (confirm: boolean) => client.call('removeOrganisation', { params, query: { confirm } });
    if (options.yes && !options.dryRun) return send(true);
    const unconfirmed = await send(false);
    const { preview } = unconfirmed.answer;
    if (options.dryRun || !preview) return unconfirmed;
    printOrganisation(createPrinter(context.stderr, context.env), preview);
    await requireConsent(context, {
      yes: false,
      question: 'Remove all of this for good, and stop its keys at once?',
      unchanged: 'Nothing was changed.',
    });
    return send(true);
  });
  printResult(context, options, json, (printer) => {
    const { preview, removal } = answer;
    if (preview) {
      printOrganisation(printer, preview);
      printer.line('All of this would go for good, and its keys would stop at once. Nothing was changed.');
    }
    if (removal) printRemoval(printer, removal);
  });
}

function requireLimit(options: LimitOptions): void {
  if (Object.keys(limitsIn(options)).length > 0) return;
  const flags = limitNames.map((name) => `--${limitOptions[name].flag}`);
  throw new CommandFailure('usage', `Name a limit: ${flags.join(', ')}.`);
}

function limitsIn(options: LimitOptions): Partial<Limits> {
  const changes = limitNames.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]] as const]));
  return Object.fromEntries(changes.map(([name, value]) => [name, value === 'none' ? null : value]));
}

async function idOf(client: CairnClient, nameOrId: string): Promise<OrgId> {
  const { organisations, removals } = (await client.call('listOrganisations', {})).answer;
  const found = [...organisations, ...removals].find(
    (one) => one.orgId === nameOrId || ('name' in one && one.name === nameOrId),
  );
  if (found) return found.orgId;
  throw new CommandFailure('failed', `No organisation ${nameOrId}. {cairn orgs list} shows them.`);
}

function printOrganisation({ line }: Printer, organisation: Organisation): void {
  const { orgId, name, messages, memories, notes, bytes, principals, keys, limits } = organisation;
  const set = limitNames.flatMap((limit) =>
    limits[limit] === null ? [] : [`${limits[limit]} ${limitOptions[limit].of}`],
  );
  line(neutraliseForTerminal(`${orgId}  ${formatName(name)}`));
  line(
    neutraliseForTerminal(
      `${formatCount(messages, 'message')}, ${formatCount(memories, 'memory', 'memories')}, ${formatCount(notes, 'section')} of notes (${formatCount(bytes, 'byte')}); ${principals} people and agents, ${formatCount(keys, 'key')}; ${set.length === 0 ? 'no limits' : `at most ${set.join(', ')}`}`,
    ),
  );
}

function printRemoval({ line }: Printer, { orgId, state, items, verified, verifiedAt }: OrganisationRemoval): void {
  const had = items.map(({ of, number }) => `${number} of kind ${of}`).join(', ') || 'no items';
  const left = verified.reduce((sum, each) => sum + each.remaining, 0);
  const end =
    verifiedAt === null
      ? state
      : `removed; ${verified.length} places verified at ${new Date(verifiedAt).toISOString()}, ${left} left`;
  line(neutraliseForTerminal(`${orgId}  ${end}; it had ${had}`));
}
