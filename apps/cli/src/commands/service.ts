import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, resolve } from 'node:path';
import { NPM_PACKAGE } from '@cairn/contracts';
import type { Command } from 'commander';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { CommandFailure, exitCodes } from '../context/exit-codes.ts';
import { quoteForShell } from '@cairn/platform/own-program';
import {
  activationOf,
  deactivationOf,
  isInCache,
  serviceFileOf,
  serviceSettingsFile,
  serviceText,
  statusOf,
  verificationOf,
  type ServiceKind,
} from '../service/service-files.ts';
import { addServerOptions, serverArguments, type ServerOptions } from './start.ts';
import { isAlive } from '../server/server-connection.ts';
import { readKeyFile } from '../server/key-file.ts';
import { requireConsent, yesOption } from '../terminal/consent.ts';
import { createPrinter, printResult } from '../terminal/printer.ts';
import { neutraliseForTerminal } from '../terminal/terminal-text.ts';

interface ServiceOptions extends GlobalOptions, ServerOptions {
  readonly system?: boolean;
  readonly print?: boolean;
  readonly yes?: boolean;
}

const SYSTEM_OPTION = ['--system', 'for the whole machine instead of your user account; needs root'] as const;

export function addService(program: Command, context: CliContext): void {
  const command = program
    .command('service')
    .description('Run the server as a service that starts with the machine: systemd on Linux, launchd on macOS');
  addServerOptions(
    command
      .command('install')
      .description('Write the file of the service and start it; the options are those of {cairn start}')
      .option(...SYSTEM_OPTION)
      .option('--print', 'print the file, and change nothing')
      .addOption(yesOption()),
  ).action(async (_, self: Command) => install(context, self.optsWithGlobals()));
  command
    .command('uninstall')
    .description('Stop the service and remove its file; the data stays')
    .option(...SYSTEM_OPTION)
    .addOption(yesOption())
    .action(async (_, self: Command) => uninstall(context, self.optsWithGlobals()));
  command
    .command('status')
    .description('Tell whether the service is installed and runs, and whether its server answers')
    .option(...SYSTEM_OPTION)
    .action(async (_, self: Command) => printStatus(context, self.optsWithGlobals()));
}

async function install(context: CliContext, options: ServiceOptions): Promise<void> {
  const kind = kindOf(options);
  const dataDir = resolve(options.dataDir);
  const { uid, username } = userInfo();
  const text = serviceText(kind, {
    ...{ node: process.execPath, serverBundle: resolve(context.serverBundle), dataDir },
    options: serverArguments(withWholePaths(options)),
    user: kind.isSystem ? (context.env['SUDO_USER'] ?? username) : undefined,
  });
  if (options.print) return printResult(context, options, { text }, ({ line }) => line(text.trimEnd()));
  if (isInCache(context.serverBundle))
    throw new CommandFailure(
      'usage',
      `This program lies in the cache of npx, which npm empties. Install it: npm install -g ${NPM_PACKAGE}. Then: cairn service install`,
    );
  const file = serviceFileOf(kind, context.home);
  const commands = activationOf(kind, file, uid);
  await confirm(context, options, { file, commands, question: 'Install the service?' });
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text, { mode: kind.isSystem ? 0o644 : 0o600 });
  await run(verificationOf(kind, file), { isOptional: true });
  for (const each of commands) await run(each, { hint: hintOf(kind, file) });
  printResult(context, options, { file, dataDir }, ({ line, own }) => {
    line(`Installed ${neutraliseForTerminal(file)}; the server starts with the machine.`);
    if (kind.manager === 'systemd')
      line(
        `Further settings: lines such as CAIRN_LOG_LEVEL=warn in ${neutraliseForTerminal(serviceSettingsFile(dataDir))}`,
      );
    if (kind.manager === 'systemd' && !kind.isSystem)
      line(`It runs while you are signed in; to run it always: loginctl enable-linger ${quoteForShell(username)}`);
    line(`Sign in: ${own('open')}. Look after it: ${own('service status')}`);
  });
}

/** The service runs in another folder than this command. */
const withWholePaths = ({ tlsCert, tlsKey, ...rest }: ServerOptions): ServerOptions => ({
  ...rest,
  ...(typeof tlsCert === 'string' && { tlsCert: resolve(tlsCert) }),
  ...(typeof tlsKey === 'string' && { tlsKey: resolve(tlsKey) }),
});

async function uninstall(context: CliContext, options: ServiceOptions): Promise<void> {
  const kind = kindOf(options);
  const file = serviceFileOf(kind, context.home);
  if (!existsSync(file)) throw new CommandFailure('failed', `There is no service: ${file} is not there.`);
  const commands = deactivationOf(kind, userInfo().uid);
  await confirm(context, options, { file, commands, question: 'Remove the service?' });
  // A service that does not run any more cannot be stopped, which is no fault.
  for (const each of commands) await run(each, { isOptional: true });
  await rm(file);
  printResult(context, options, { file }, ({ line }) =>
    line(`Removed ${neutraliseForTerminal(file)}. The data stays.`),
  );
}

async function printStatus(context: CliContext, options: ServiceOptions): Promise<void> {
  const kind = kindOf(options);
  const file = serviceFileOf(kind, context.home);
  const isInstalled = existsSync(file);
  const isRunning = isInstalled && (await run(statusOf(kind, userInfo().uid), { isOptional: true }));
  const url = (await readKeyFile(options.dataDir))?.url;
  const answers = url !== undefined && (await isAlive(url));
  printResult(context, options, { file, isInstalled, isRunning, url: url ?? null, answers }, ({ line, own }) => {
    line(isInstalled ? `installed  ${neutraliseForTerminal(file)}` : `not installed: ${own('service install')}`);
    if (isInstalled) line(isRunning ? 'the service runs' : 'the service does not run');
    const other = isRunning ? '' : ', which something else started';
    line(
      answers
        ? `a server answers at ${url}${other}`
        : `no server answers for ${neutraliseForTerminal(resolve(options.dataDir))}`,
    );
  });
  if (!isRunning || !answers) context.exitCode = exitCodes.failed.code;
}

function kindOf({ system: isSystem = false }: ServiceOptions): ServiceKind {
  if (process.platform === 'linux') return { manager: 'systemd', isSystem };
  if (process.platform === 'darwin') return { manager: 'launchd', isSystem };
  throw new CommandFailure(
    'usage',
    'Services are for systemd and launchd. On Windows, let the Task Scheduler run {cairn start}',
  );
}

interface Plan {
  readonly file: string;
  readonly commands: readonly (readonly string[])[];
  readonly question: string;
}

async function confirm(
  context: CliContext,
  options: ServiceOptions,
  { file, commands, question }: Plan,
): Promise<void> {
  const { line } = createPrinter(context.stderr, context.env);
  if (!options.json) {
    line(`File: ${neutraliseForTerminal(file)}`);
    for (const each of commands) line(`Then: ${neutraliseForTerminal(each.map(quoteForShell).join(' '))}`);
  }
  await requireConsent(context, { yes: options.yes, question, unchanged: 'Nothing was changed.' });
}

/** Next steps after a failure of the system's manager of services: containers and sessions by sudo have none for the account. */
const hintOf = ({ manager, isSystem }: ServiceKind, file: string): string =>
  manager === 'systemd' && !isSystem
    ? `\nThe file ${file} is written. If no systemd of your account runs here, as in a container: {cairn start}, or as root {cairn service install --system}`
    : `\nThe file ${file} is written.`;

/** Runs a command of the system and tells whether it succeeded. Unless it is optional, a failure is thrown, with the hint. */
function run([program, ...args]: readonly string[], { isOptional = false, hint = '' } = {}): Promise<boolean> {
  return new Promise((done, fail) => {
    execFile(program!, args, (error, _, stderr) => {
      if (!error || isOptional) return done(!error);
      const why = stderr.trim() || error.message;
      fail(new CommandFailure('failed', `${[program, ...args].join(' ')} failed: ${why}${hint}`, { cause: error }));
    });
  });
}
