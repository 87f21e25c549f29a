import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  clients,
  findHookClient,
  hasHooks,
  hookConfigPath,
  snippetOf,
  readValueAt,
  type Connection,
  type Entry,
  type HookClient,
  type Machine,
  type McpClient,
} from '@cairn/connect';
import { NPM_PACKAGE, type Role } from '@cairn/contracts';
import { isByNpx } from '@cairn/platform/own-program';
import { readConfig } from './config-file.ts';
import { checkEntry, type EntryCheck } from './check-entry.ts';
import { isSamePlace, readConnections, writeConnections, type Change, type ClientConnection } from './connections.ts';
import {
  applyEdit,
  planEntry,
  planFile,
  planHooks,
  planUndo,
  applyUndo,
  type PlannedEdit,
  type WrittenEntry,
} from './edit-config.ts';
import { makeKeyFor } from './agent-key.ts';
import { hookProgramOf, keepHookProgram } from './hook-program.ts';
import { keyPlaceOf, type KeyPlaceName } from './key-place.ts';
import { planExclusion } from './project-files.ts';
import { ServerRefusal } from '@cairn/transfer/cairn-client';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { CommandFailure } from '../context/exit-codes.ts';
import type { ServerConnection } from '../server/server-connection.ts';

const NO_KEY_YET = 'cairn_<the key that is made for it>';
const CHECK_ATTEMPTS_MAX = 3;
const CHECK_PAUSE_MS = 500;

export interface ConnectOptions extends GlobalOptions {
  readonly scope?: 'user' | 'project';
  readonly name: string;
  readonly role?: Role;
  readonly peer?: readonly string[];
  readonly agentKey?: string;
  readonly channel?: string;
  readonly project?: string;
  readonly workspace?: string;
  readonly tools?: string;
  readonly yes?: boolean;
  readonly print?: boolean;
  readonly all?: boolean;
  readonly hooks?: boolean;
  readonly block?: boolean;
  readonly visibility?: 'private' | 'org';
  readonly secret?: KeyPlaceName;
}

/** Context for connecting one client. */
export interface ConnectContext {
  readonly context: CliContext;
  readonly options: ConnectOptions;
  readonly machine: Machine;
  readonly client: McpClient;
  readonly server: ServerConnection;
}

/**
 * Facts of this machine that the client table uses. The project is the folder in which npm was called, since npm runs
 * this process in the folder of the package.
 */
export const machineOf = ({ env, home }: CliContext): Machine => ({
  platform: process.platform,
  home,
  env,
  project: resolve(env['INIT_CWD'] || '.'),
});

/** Configuration file of the client in the requested scope; by default the file for the whole user account. */
export function configFileOf({ client, machine }: Pick<ConnectContext, 'client' | 'machine'>, scope = 'user'): string {
  const file = client.files.find((one) => one.scope === scope);
  if (file) return file.path(machine);
  const known = client.files.map((one) => one.scope).join(' or ');
  throw new CommandFailure('usage', `--scope: ${client.title} has a file for ${known} only`);
}

/** Configuration entry of the server in the client's format, with a key or what stands for it. */
function entryFor({ context, options, client, server }: ConnectContext, key: string): Entry {
  const { placeholder, variable } = keyPlaceOf(client, options.secret);
  if (client.via === 'stdio') return client.entryOf(bridgeConnection(context, options, key));
  return client.entryOf(httpConnection(options, server.url, { key: placeholder ?? key, keyVariable: variable }));
}

const writtenEntryFor = (connecting: ConnectContext, key: string): WrittenEntry => {
  const { placeholder, input } = keyPlaceOf(connecting.client, connecting.options.secret);
  const { name } = connecting.options;
  return { name, entry: entryFor(connecting, key), input, holdsKey: placeholder === undefined };
};

export function snippetFor(connecting: ConnectContext, key: string): string {
  const { name, entry, input } = writtenEntryFor(connecting, key);
  return snippetOf(connecting.client, name, entry, input);
}

function httpConnection(
  { channel, project, workspace, tools }: ConnectOptions,
  url: string,
  { key, keyVariable }: { readonly key: string; readonly keyVariable?: string | undefined },
): Connection {
  const address = new URL(`${url.replace(/\/+$/, '')}/mcp`);
  for (const [name, value] of Object.entries({ channel, project, workspace, tools }))
    if (value !== undefined) address.searchParams.set(name, value);
  return { via: 'http', url: address.href, key, ...(keyVariable !== undefined && { keyVariable }) };
}

/**
 * Entry that starts the bridge in this package. The entry names the current Node binary, since a client's PATH is not
 * reliable.
 */
function bridgeConnection(context: CliContext, options: ConnectOptions, key: string): Connection {
  const { url, dataDir, channel, project, workspace, tools } = options;
  const place = url === undefined ? ['--data-dir', resolve(dataDir)] : ['--url', url];
  const defaults = Object.entries({ channel, project, workspace, tools });
  const args = defaults.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]));
  const [command, ...program] = bridgeProgramOf(context);
  return { via: 'stdio', command, args: [...program, 'mcp', ...place, ...args], env: { CAIRN_KEY: key } };
}

/** Program of the bridge. npx keeps this package in a cache, which npm may empty, so npx itself starts the bridge again. */
const bridgeProgramOf = (context: CliContext): readonly [string, ...string[]] =>
  isByNpx(context)
    ? [process.platform === 'win32' ? 'npx.cmd' : 'npx', '--yes', NPM_PACKAGE]
    : [process.execPath, join(dirname(context.serverBundle), 'cli.mjs')];

/** Plans the entry of a client; before its key is made, with a text in the key's place. */
const planEntryFor = (connecting: ConnectContext, key: string): Promise<PlannedEdit> =>
  planEntry(configFileOf(connecting, connecting.options.scope), connecting.client, writtenEntryFor(connecting, key));

/** Plans all changes that connect a client: its entry first, then its hooks, then what keeps the key out of the repository. */
export async function planChangesFor(connecting: ConnectContext, key = NO_KEY_YET): Promise<readonly PlannedEdit[]> {
  const { client, machine, options } = connecting;
  const entry = await planEntryFor(connecting, key);
  const isShared = options.scope === 'project' && keyPlaceOf(client, options.secret).placeholder === undefined;
  return [
    entry,
    ...(await planHooksFor(connecting, key)),
    ...(isShared ? await planExclusion(machine.project, entry.file) : []),
  ];
}

/** Plans the files of the hooks: the hooks' own settings, and the client's file that runs them. */
export async function planHooksFor(connecting: ConnectContext, key: string): Promise<readonly PlannedEdit[]> {
  const { options, client, server, machine, context } = connecting;
  if (!options.hooks) return [];
  const hooks = requireHookClient(client);
  const { channel, project, block, visibility, scope = 'user' } = options;
  const file = hooks.file(machine, scope);
  if (file === undefined)
    throw new CommandFailure(
      'usage',
      `--hooks: ${client.title} has them for the whole user account only: --scope user`,
    );
  const settings = {
    url: server.url,
    key,
    channel,
    project,
    block: block ?? false,
    visibility: visibility ?? 'private',
  };
  const command = `${JSON.stringify(process.execPath)} ${JSON.stringify(hookProgramOf(context))}`;
  return [
    await planFile(hookConfigPath(machine, hooks.id), `${JSON.stringify(settings, null, 2)}\n`),
    await planHooks(file, hooks, command),
  ];
}

function requireHookClient({ id, title }: McpClient): HookClient {
  const hooks = findHookClient(id);
  if (hooks) return hooks;
  const known = clients.filter(hasHooks).map((one) => one.id);
  throw new CommandFailure(
    'usage',
    `--hooks: ${title} runs none that Cairn knows. Clients with hooks: ${known.join(', ')}`,
  );
}

/**
 * Creates the key, writes the configuration, and tests the connection as the client will use it. If a step fails, all
 * steps are undone.
 */
export async function connectClient(
  connecting: ConnectContext,
): Promise<{ connected: ClientConnection; checked: EntryCheck; key: string }> {
  const { options, client, server } = connecting;
  const place = { client: client.id, file: configFileOf(connecting, options.scope), name: options.name };
  const { key, keyId, findReplaced } = await makeKeyFor(connecting, place);
  const changes: Change[] = [];
  try {
    if (options.hooks) await keepHookProgram(connecting.context);
    const { length } = await planChangesFor(connecting, key);
    // Each change is planned on what the former ones left, since the entry and the hooks of Gemini CLI are in one file.
    while (changes.length < length)
      changes.push(await applyEdit((await planChangesFor(connecting, key))[changes.length]!));
    const checked = await checkConnection(connecting, changes[0]!, key);
    const connected: ClientConnection = {
      client: client.id,
      scope: options.scope ?? 'user',
      name: options.name,
      server: server.url,
      connectedAt: Date.now(),
      changes,
      ...(keyId !== undefined && { keyId }),
    };
    await saveConnection(connecting, connected);
    for (const replaced of (await findReplaced?.()) ?? []) await revokeKey(server, replaced);
    return { connected, checked, key };
  } catch (error) {
    for (const change of changes.toReversed()) await applyUndo(await planUndo(change));
    if (keyId !== undefined) await revokeKey(server, keyId);
    throw error instanceof CommandFailure ? error : connectionFailure(client, error);
  }
}

const connectionFailure = ({ title }: McpClient, cause: unknown) =>
  new CommandFailure(
    'failed',
    `${title} would not reach Cairn, so everything was put back: ${cause instanceof Error ? cause.message : String(cause)}`,
    { cause },
  );

/** Checks the entry in the written file. It retries, since a new key takes a moment to reach every service. */
async function checkConnection(
  { client, options }: ConnectContext,
  { file, what }: Change,
  key: string,
): Promise<EntryCheck> {
  if (what.kind !== 'entry') throw new Error('The first change is the entry.');
  const entry = readValueAt((await readConfig(file)) ?? '', client.format, what.path);
  const { placeholder } = keyPlaceOf(client, options.secret);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await checkEntry({ entry, key, placeholder });
    } catch (error) {
      if (attempt === CHECK_ATTEMPTS_MAX) throw error;
      await sleep(CHECK_PAUSE_MS);
    }
  }
}

/**
 * Records the connection. If it replaces an earlier connection, the backup of the earlier connection is kept and its
 * key is revoked.
 */
async function saveConnection({ machine, server }: ConnectContext, connected: ClientConnection): Promise<void> {
  const all = await readConnections(machine);
  const former = all.find((one) => isSamePlace(one, connected));
  const others = all.filter((one) => !isSamePlace(one, connected));
  await writeConnections(machine, [...others, former ? withFormer(connected, former) : connected]);
  if (former?.keyId !== undefined && former.server === connected.server) await revokeKey(server, former.keyId);
}

function withFormer(connected: ClientConnection, former: ClientConnection): ClientConnection {
  const changes = connected.changes.map((change) => {
    const before = former.changes.find(({ file, what }) => file === change.file && what.kind === change.what.kind);
    if (!before) return change;
    const { what, backup, mode } = before;
    const full =
      what.kind === 'entry'
        ? {
            ...change.what,
            former: what.former,
            addedTables: what.addedTables,
            ...(what.input && { input: what.input }),
          }
        : what;
    return {
      ...warnWithoutBackup(change),
      what: full as Change['what'],
      ...(backup !== undefined && { backup }),
      ...(mode !== undefined && { mode }),
    };
  });
  const left = former.changes.filter(({ file }) => !changes.some((change) => change.file === file));
  return { ...connected, changes: [...changes, ...left] };
}

const warnWithoutBackup = ({ backup: _, mode: __, ...change }: Change): Change => change;

/** Revokes a key; returns true if it was revoked now or no longer exists. */
export async function revokeKey(server: ServerConnection, keyId: string): Promise<boolean> {
  try {
    await server.client.call('revokeKey', { params: { id: keyId }, query: {} });
    return true;
  } catch (error) {
    if (error instanceof ServerRefusal) return error.status === 404;
    throw error;
  }
}
