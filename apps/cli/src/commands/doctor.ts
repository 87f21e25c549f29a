import type { Command } from 'commander';
import { ServerRefusal, ServerUnreachable } from '@cairn/transfer/cairn-client';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import {
  checkDataFolder,
  checkDisk,
  checkIndexes,
  checkKeyFile,
  checkNode,
  checkParts,
  checkServer,
  checkSettings,
  checkWords,
  type Finding,
} from '../doctor/checks.ts';
import { checkHooks } from '../doctor/hooks.ts';
import {
  closeKeyFiles,
  findOpenKeyFiles,
  keyFileFindings,
  openModeMessage,
  type OpenKeyFile,
} from '../doctor/key-files.ts';
import { checkRunningSecurity } from '../doctor/security-server.ts';
import { checkSecurityFiles, checkSecuritySettings } from '../doctor/security-settings.ts';
import { fillInCommands } from '../context/own-command.ts';
import { exitCodes } from '../context/exit-codes.ts';
import { machineOf } from '../connect/connect-client.ts';
import { askYesNo, canAsk, yesOption } from '../terminal/consent.ts';
import { printResult, type Printer } from '../terminal/printer.ts';
import { findJoinedServer } from '../server/joined-server.ts';
import { findServer } from '../server/server-connection.ts';
import { neutraliseForTerminal } from '../terminal/terminal-text.ts';

export function addDoctor(program: Command, context: CliContext): void {
  program
    .command('doctor')
    .description(
      'Check everything that Cairn needs, and print a remedy for each fault. Starts nothing; restricts key files that others can read if you agree, and changes nothing else.',
    )
    .option('--security', 'check the security instead: addresses, files, keys, settings, audit')
    .addOption(yesOption('set files that hold a key and that others can read to mode 600, unasked'))
    .action(async (_, self: Command) => runDoctor(context, self.optsWithGlobals()));
}

interface DoctorOptions extends GlobalOptions {
  readonly security?: true;
  readonly yes?: boolean;
}

async function runDoctor(context: CliContext, options: DoctorOptions): Promise<void> {
  const keyFiles = await checkKeyFiles(context, options);
  const others = await (options.security ? checkSecurity(context, options) : checkHealth(context, options));
  const findings = [...keyFiles, ...others].map((finding) =>
    finding.state === 'ok' ? finding : { ...finding, todo: fillInCommands(finding.todo, context, options) },
  );
  const ok = findings.every(({ state }) => state !== 'fail');
  printResult(context, options, { ok, findings }, (printer) =>
    findings.forEach((finding) => printFinding(printer, finding)),
  );
  context.exitCode = ok ? exitCodes.done.code : exitCodes.failed.code;
}

/**
 * Makes key files readable by their owner only, if the person agrees. This runs before all other checks, so that they
 * see the changed files.
 */
async function checkKeyFiles(context: CliContext, options: DoctorOptions): Promise<Finding[]> {
  const open = await findOpenKeyFiles(machineOf(context), options.dataDir);
  const closed = open.length > 0 && (await mayClose(context, options, open));
  if (closed) await closeKeyFiles(open);
  return keyFileFindings(open, { closed });
}

async function mayClose(
  context: CliContext,
  { yes, json }: DoctorOptions,
  open: readonly OpenKeyFile[],
): Promise<boolean> {
  if (yes) return true;
  if (json || !canAsk(context)) return false;
  for (const file of open) context.stderr.write(`${neutraliseForTerminal(openModeMessage(file))}\n`);
  return askYesNo(context, { question: 'Set mode 600?', unchanged: 'Nothing was changed.' });
}

async function checkSecurity(context: CliContext, options: GlobalOptions): Promise<Finding[]> {
  const [settings, files, server] = await Promise.all([
    checkSecuritySettings(context.env),
    checkSecurityFiles(options.dataDir, context.env),
    findServer(context, options),
  ]);
  return [...settings, ...files, ...(await checkRunningSecurity(server))];
}

async function checkHealth(context: CliContext, options: GlobalOptions): Promise<Finding[]> {
  const { dataDir } = options;
  const joined = await findJoinedServer(context, options);
  const server = await checkServer(dataDir, options.url ?? context.env['CAIRN_URL'] ?? joined?.url);
  // A machine that only joined a team has no data folder, and needs none.
  const ownFolder = joined ? [] : [checkDataFolder(dataDir), checkKeyFile(dataDir)];
  const here = await Promise.all([
    checkNode(process.versions),
    checkSettings(context.env),
    checkDisk(dataDir),
    ...ownFolder,
  ]);
  const hooks = await checkHooks(machineOf(context), Date.now());
  return [...here, server, ...hooks, ...(server.state === 'ok' ? await checkRunning(context, options) : [])];
}

async function checkRunning(context: CliContext, options: GlobalOptions): Promise<Finding[]> {
  const client = (await findServer(context, options))?.client;
  if (!client) return [];
  const [parts, indexes, words] = await Promise.all([
    checkParts(client).catch((error: unknown) => [findingOfRefusal('parts', error)]),
    checkIndexes(client).catch((error: unknown) => findingOfRefusal('indexes', error)),
    // If the key may not request this check, that is no fault.
    checkWords(client).catch(() => []),
  ]);
  return [...parts, indexes, ...words];
}

function findingOfRefusal(name: string, error: unknown): Finding {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof ServerRefusal && error.status === 401)
    return { name, state: 'fail', message, todo: 'give a key that works: --key or CAIRN_KEY' };
  if (error instanceof ServerUnreachable) return { name, state: 'fail', message, todo: "look into the server's log" };
  return { name, state: 'fail', message, todo: 'the server may be of another version than this command line' };
}

function printFinding({ line, colors }: Printer, finding: Finding): void {
  const paint = { ok: colors.green, warn: colors.yellow, fail: colors.red, skip: colors.dim }[finding.state];
  const message = finding.state === 'skip' ? `not looked at: ${finding.message}` : finding.message;
  line(`${paint(finding.state.padEnd(4))}  ${neutraliseForTerminal(finding.name)}: ${neutraliseForTerminal(message)}`);
  if (finding.state !== 'ok') line(`      ${colors.dim('→')} ${neutraliseForTerminal(finding.todo)}`);
}
