import { clients, findClient, findHookClient, hasHooks, otherClient, type McpClient } from '@cairn/connect';
import { roles } from '@cairn/contracts';
import { Option, type Command } from 'commander';
import type { CliContext } from '../context/cli-context.ts';
import {
  configFileOf,
  connectClient,
  machineOf,
  planChangesFor,
  planHooksFor,
  revokeKey,
  snippetFor,
  type ConnectContext,
  type ConnectOptions,
} from '../connect/connect-client.ts';
import { makeKey } from '../connect/agent-key.ts';
import { projectOf } from '@cairn/importers';
import type { EntryCheck } from '../connect/check-entry.ts';
import { findClientsHere, isHere } from '../connect/found-clients.ts';
import { keyPlaceNames, tellKeyPlace } from '../connect/key-place.ts';
import { modeText } from '../files/file-modes.ts';
import { readConnections, writeConnections, type Change, type ClientConnection } from '../connect/connections.ts';
import { diffOf, planUndo, applyUndo, type FileDifference, type PlannedEdit } from '../connect/edit-config.ts';
import { CommandFailure, exitCodes } from '../context/exit-codes.ts';
import { quoteForShell } from '@cairn/platform/own-program';
import { parseList } from '../context/parse-options.ts';
import { createPrinter, printResult, type Colors, type ResultPrinter } from '../terminal/printer.ts';
import { findServer, withServer, type ServerConnection } from '../server/server-connection.ts';
import { neutraliseForTerminal } from '../terminal/terminal-text.ts';
import { requireConsent, yesOption } from '../terminal/consent.ts';
import { visibilityOption } from '../terminal/who-reads.ts';

const clientIds = clients.map(({ id }) => id);
const hookClientIds = clients.filter(hasHooks).map(({ id }) => id);

export function addConnect(program: Command, context: CliContext): void {
  program
    .command('connect')
    .argument('[client]', `${clientIds.join(', ')}; any other name with --print`)
    .description(
      "Connect an agent's client: shows the change of its configuration, makes a key for it, writes, and tries a call. Without a name: lists the clients",
    )
    .addOption(new Option('--all', 'connect each client that is found on this machine').conflicts('print'))
    .option('--print', 'print what would be written, with a new key, and change no file')
    .addOption(yesOption())
    .addOption(
      new Option('--scope <scope>', 'its file of the user account, or of this project (default: user)').choices([
        'user',
        'project',
      ]),
    )
    .option('--name <name>', 'name of the server in the client', 'cairn')
    .addOption(new Option('--role <role>', 'role of the agent (default: writer, or the former one)').choices(roles))
    .option(
      '--peer <list>',
      'peer channels that the agent may speak for, comma-separated; * for any (default: none, or as it was before)',
      parseList,
    )
    .option('--agent-key <key>', 'use this key instead of a new one')
    .addOption(
      new Option(
        '--secret <place>',
        "where the key stands: in the client's file, in an environment variable, or in the client's own secret input (default: file)",
      ).choices(keyPlaceNames),
    )
    .option('--channel <name>', 'default channel of every call')
    .option('--project <name>', 'default project of every call (default with --scope project: that of the checkout)')
    .option('--workspace <name>', 'default workspace of every call')
    .option('--tools <list>', 'only these families of tools, or tools, comma-separated')
    .option(
      '--hooks',
      `briefings, related memories, preflight, and stored conversations, for ${hookClientIds.join(', ')}`,
    )
    .option('--block', 'with --hooks: deny forbidden actions instead of only reporting the rule')
    .addOption(visibilityOption('with --hooks: who may read the kept conversations (default: private)'))
    .action(async (name: string | undefined, _, self: Command) => {
      const options = await withProject(context, self.optsWithGlobals());
      if (options.all) return connectAll(context, options, name);
      if (name === undefined) return listClients(context, options);
      return options.print ? printFor(context, options, name) : runConnect(context, options, name);
    });
  program
    .command('disconnect')
    .argument('<client>', clientIds.join(', '))
    .description(
      'Undo what connect did: its configuration is as it was, its key is revoked. The agent and what is private to it stay, for when it is connected again',
    )
    .option('--name <name>', 'name of the server in the client', 'cairn')
    .addOption(new Option('--scope <scope>', 'only there').choices(['user', 'project']))
    .addOption(yesOption())
    .action(async (name: string, _, self: Command) => runDisconnect(context, self.optsWithGlobals(), name));
}

/** If a client is connected for one project, makes the project of the checkout the default of every call. */
async function withProject(context: CliContext, options: ConnectOptions): Promise<ConnectOptions> {
  if (options.scope !== 'project' || options.project !== undefined) return options;
  const project = await projectOf(machineOf(context).project);
  return project === undefined ? options : { ...options, project };
}

async function listClients(context: CliContext, options: ConnectOptions): Promise<void> {
  const machine = machineOf(context);
  const connections = await readConnections(machine);
  const listed = await Promise.all(
    clients.map(async (client) => {
      const file = configFileOf({ client, machine }, options.scope ?? client.files[0]?.scope);
      const isThere = await isHere(client, machine);
      return { client: client.id, title: client.title, file, isThere, connected: connectionsTo(connections, client) };
    }),
  );
  printResult(context, options, { clients: listed }, ({ line, colors, own }) => {
    for (const { client, title, file, isThere, connected } of listed) {
      const state = connected.length > 0 ? colors.green('connected') : isThere ? 'found' : colors.dim('not found');
      line(`${client.padEnd(18)} ${title.padEnd(34)} ${state}  ${colors.dim(neutraliseForTerminal(file))}`);
    }
    line(`\nConnect one with: ${own('connect NAME')}, those that are found with --all; any other with --print`);
  });
}

const connectionsTo = (connections: readonly ClientConnection[], { id }: McpClient) =>
  connections.filter(({ client }) => client === id).map(({ server, scope, name }) => ({ server, scope, name }));

async function printFor(context: CliContext, options: ConnectOptions, name: string): Promise<void> {
  const client = findClient(name) ?? otherClient;
  await withServer(context, options, async (server) => {
    const connecting = contextFor(context, options, client, server);
    // Refuses hooks that the client does not have before a key is made.
    await planHooksFor(connecting, '');
    const { key, keyId } = await makeKey(connecting);
    const snippet = snippetFor(connecting, key);
    const hooks = (await planHooksFor(connecting, key)).map(textOfEdit);
    const entry = { client: client.id, format: client.format, servers: client.servers, snippet, key, keyId };
    printResult(context, options, { ...entry, ...(hooks.length > 0 && { hooks }) }, ({ line }) => {
      line(snippet.trimEnd());
      for (const { file, text } of hooks) line(`\n${neutraliseForTerminal(file)}\n${text.trimEnd()}`);
    });
    if (options.json) return;
    const file = client.files.find(({ scope }) => scope === (options.scope ?? 'user'))?.path(connecting.machine);
    context.stderr.write(file ? `\nIt belongs into ${file}\n` : '\nMost clients take this form; some say "servers".\n');
    for (const text of tellKeyPlace(client, options.secret, key)) context.stderr.write(`${text}\n`);
  });
}

/** Text of a planned change: a new file as a whole, and of another file the difference. */
const textOfEdit = (planned: PlannedEdit): { readonly file: string; readonly text: string } => ({
  file: planned.file,
  text: planned.before === undefined ? planned.after : diffOf(planned),
});

async function runConnect(context: CliContext, options: ConnectOptions, name: string): Promise<void> {
  const client = requireClient(name);
  const server = await serverFor(context, options, client.title);
  const connecting = contextFor(context, options, client, server);
  const changes = await planChangesFor(connecting);
  await confirmChanges(context, options, { changes, notes: restrictionNotes(changes) });
  const { connected, checked, key } = await connectClient(connecting);
  const { file, backup } = connected.changes[0]!;
  const secret = options.secret !== undefined && options.secret !== 'file' && { key };
  printResult(context, options, { ...connected, ...checked, file, backup, ...secret }, (printer) => {
    printConnected(printer, client, checked);
    if (backup !== undefined) printer.line(printer.colors.dim(`The file as it was: ${neutraliseForTerminal(backup)}`));
    for (const text of tellKeyPlace(client, options.secret, key)) printer.line(text);
    const hooksThen = options.hooks ? findHookClient(client.id)?.then : undefined;
    if (hooksThen !== undefined) printer.line(hooksThen);
    if (client.then !== '') printer.line(client.then);
    printer.line(`Undo with: ${printer.own(`disconnect ${client.id}`)}`);
  });
}

function printConnected({ line, colors }: ResultPrinter, { title }: McpClient, { tools, called }: EntryCheck): void {
  line(`${colors.green('connected')}  ${title}: ${tools} tools${called === undefined ? '' : `, ${called} answered`}`);
}

/** Connects each client that is found, after one question. A client that cannot be connected does not keep the others from it. */
async function connectAll(context: CliContext, options: ConnectOptions, name: string | undefined): Promise<void> {
  if (name !== undefined) throw new CommandFailure('usage', '--all takes no client: it connects each that is found');
  const { scope = 'user' } = options;
  const found = await findClientsHere(machineOf(context));
  const fitting = found.filter(({ files }) => files.some((file) => file.scope === scope));
  if (fitting.length === 0)
    throw new CommandFailure('failed', `no client is found on this machine. All that can be: {cairn connect}`);
  const server = await serverFor(context, options, 'a client');
  const planned = await Promise.all(
    fitting.map((client) => planOne(contextFor(context, optionsFor(options, client), client, server))),
  );
  const ready = planned.filter(({ problem }) => problem === undefined);
  if (ready.length > 0) {
    const changes = ready.flatMap((one) => one.changes);
    await confirmChanges(context, options, { changes, notes: restrictionNotes(changes) });
  }
  const results: ConnectResult[] = planned.filter(({ problem }) => problem !== undefined);
  // One after another, since two clients may read each other's files.
  for (const { connecting } of ready) results.push(await connectOne(connecting));
  if (results.some(({ problem }) => problem !== undefined)) context.exitCode = exitCodes.failed.code;
  const shown = results.map(({ connecting: { client }, checked, problem, key }) => ({
    ...{ client: client.id, ...checked, problem },
    ...(options.secret !== undefined && options.secret !== 'file' && { key }),
  }));
  printResult(context, options, { clients: shown }, (printer) => {
    for (const { connecting, checked, problem, key } of results) {
      const { client } = connecting;
      if (problem !== undefined)
        printer.line(`${printer.colors.red('not connected')}  ${client.title}: ${neutraliseForTerminal(problem)}`);
      if (checked) printConnected(printer, client, checked);
      if (key !== undefined) for (const text of tellKeyPlace(client, options.secret, key)) printer.line(text);
    }
    printer.line(`Undo each with: ${printer.own('disconnect NAME')}`);
  });
}

/** Options for one of several clients: hooks only for a client that has them. */
const optionsFor = (options: ConnectOptions, client: McpClient): ConnectOptions => ({
  ...options,
  ...(options.hooks && { hooks: hasHooks(client) }),
});

interface ConnectResult {
  readonly connecting: ConnectContext;
  readonly checked?: EntryCheck;
  readonly key?: string;
  /** Why the client could not be connected. */
  readonly problem?: string;
}

interface PlannedClient extends ConnectResult {
  readonly changes: readonly PlannedEdit[];
}

async function planOne(connecting: ConnectContext): Promise<PlannedClient> {
  try {
    return { connecting, changes: await planChangesFor(connecting) };
  } catch (error) {
    return { connecting, changes: [], problem: messageOf(error) };
  }
}

async function connectOne(connecting: ConnectContext): Promise<ConnectResult> {
  try {
    const { checked, key } = await connectClient(connecting);
    return { connecting, checked, key };
  } catch (error) {
    return { connecting, problem: messageOf(error) };
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const contextFor = (
  context: CliContext,
  options: ConnectOptions,
  client: McpClient,
  server: ServerConnection,
): ConnectContext => ({ context, options, client, server, machine: machineOf(context) });

function requireClient(name: string): McpClient {
  const client = findClient(name);
  if (client) return client;
  throw new CommandFailure(
    'usage',
    `${JSON.stringify(name)} is no client that can be configured: ${clientIds.join(', ')}. For any other: {cairn connect ${quoteForShell(name)} --print}`,
  );
}

/**
 * Finds the server for a client. A client over HTTP needs a server with a lasting address. A bridge needs a running
 * server only now, for its key.
 */
async function serverFor(context: CliContext, options: ConnectOptions, title: string): Promise<ServerConnection> {
  const server = await findServer(context, options);
  if (server) return server;
  throw new CommandFailure('noServer', `no server runs that ${title} could reach. Start one with: {cairn start}`);
}

/** Shows the planned changes and asks for consent. Without consent, nothing is written. */
async function confirmChanges(
  context: CliContext,
  options: ConnectOptions,
  shown: { readonly changes: readonly FileDifference[]; readonly notes: readonly string[] },
): Promise<void> {
  const { colors, line } = createPrinter(context.stderr, context.env);
  if (!options.json) {
    for (const one of shown.changes)
      diffOf(one)
        .split('\n')
        .forEach((text) => line(colourDiffLine(text, colors)));
    for (const note of shown.notes) line(colors.yellow(neutraliseForTerminal(note)));
  }
  await requireConsent(context, { yes: options.yes, question: 'Make this change?', unchanged: 'Nothing was changed.' });
}

/**
 * Notes about files that other users can read now. They will be readable by their owner only, since they receive a key.
 */
const restrictionNotes = (planned: readonly PlannedEdit[]): string[] =>
  planned.flatMap(({ file, openMode }) =>
    openMode === undefined
      ? []
      : [`${file} holds a key then and has mode ${modeText(openMode)}, so that others can read it: it gets mode 600.`],
  );

/** Keys in a text, but no text that only stands for one. */
const KEY_IN_TEXT = /(Bearer\s+(?!cairn_<|\$?\{)|cairn_(?!<))[^\s"']{8,}/g;

/** Colours a line of a diff. The indentation stays, the text is neutralised, and keys of other programs are hidden. */
function colourDiffLine(text: string, colors: Colors): string {
  const [lead = ''] = /^[ +-]?[ \t]*/.exec(text) ?? [];
  const shown = lead + neutraliseForTerminal(text.slice(lead.length).replace(KEY_IN_TEXT, '$1…'));
  if (text.startsWith('+')) return colors.green(shown);
  return text.startsWith('-') ? colors.red(shown) : shown;
}

async function runDisconnect(context: CliContext, options: ConnectOptions, name: string): Promise<void> {
  const machine = machineOf(context);
  const all = await readConnections(machine);
  const found = all.filter(
    (one) =>
      one.client === name && one.name === options.name && (options.scope === undefined || one.scope === options.scope),
  );
  if (found.length === 0)
    throw new CommandFailure('failed', `${name} was not connected from here. Connected: ${namesOf(all)}`);
  const changes = await Promise.all(found.flatMap((one) => one.changes.toReversed()).map(differenceOf));
  const notes = found.some(({ keyId }) => keyId !== undefined) ? ['Its key is revoked.'] : [];
  await confirmChanges(context, options, { changes, notes });
  const done: Undone[] = [];
  for (const connected of found) done.push(await undoConnection(context, options, connected));
  await writeConnections(
    machine,
    all.filter((one) => !found.includes(one)),
  );
  printResult(context, options, { disconnected: done }, ({ line, own }) => {
    for (const { files, key } of done) {
      for (const { file, state } of files) line(`${file}: ${stateTexts[state]}`);
      line(key === 'revoked' ? 'Its key is revoked.' : describeRemainingKey(key, own));
    }
  });
}

async function differenceOf(change: Change): Promise<FileDifference> {
  const { before, after } = await planUndo(change);
  return { file: change.file, before, after };
}

const stateTexts = {
  restored: 'as it was before',
  edited: 'what connect put in was taken out; what changed since stays',
  gone: 'is not there any more',
} as const;

const namesOf = (all: readonly ClientConnection[]) =>
  all.map(({ client, name }) => `${client} (${name})`).join(', ') || 'none';

type KeyState = 'revoked' | 'not ours' | { readonly keyId: string };

const describeRemainingKey = (key: Exclude<KeyState, 'revoked'>, own: ResultPrinter['own']): string =>
  key === 'not ours'
    ? 'Its key was given to it, and still works.'
    : `Its key still works, since it could not be revoked: ${own(`keys revoke ${key.keyId}`)}`;

interface Undone {
  readonly files: readonly { readonly file: string; readonly state: keyof typeof stateTexts }[];
  readonly key: KeyState;
}

async function undoConnection(
  context: CliContext,
  options: ConnectOptions,
  { changes, keyId, server }: ClientConnection,
): Promise<Undone> {
  const files: { file: string; state: keyof typeof stateTexts }[] = [];
  for (const change of changes.toReversed()) {
    // Each undo is planned after the previous undo ran, since two of them may change the same file.
    const undoing = await planUndo(change);
    await applyUndo(undoing);
    files.push({ file: change.file, state: undoing.state });
  }
  return { files, key: await revokeIfPossible(context, { ...options, url: options.url ?? server }, keyId) };
}

async function revokeIfPossible(context: CliContext, options: ConnectOptions, keyId?: string): Promise<KeyState> {
  if (keyId === undefined) return 'not ours';
  try {
    const server = await findServer(context, options);
    return server && (await revokeKey(server, keyId)) ? 'revoked' : { keyId };
  } catch {
    return { keyId };
  }
}
