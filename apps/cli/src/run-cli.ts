import { CommanderError, type Argument, type Command, type Option } from 'commander';
import { CairnCommand } from './context/command-group.ts';
import { neutraliseJson } from '@cairn/prompt';
import { TransferFailure } from '@cairn/transfer/failure';
import own from '../package.json' with { type: 'json' };
import { ServerRefusal, ServerUnreachable } from '@cairn/transfer/cairn-client';
import type { CliContext, GlobalOptions } from './context/cli-context.ts';
import { DEFAULT_DATA_DIR, fillInCommands } from './context/own-command.ts';
import { addAliases } from './commands/aliases.ts';
import { addAudit } from './commands/audit.ts';
import { addBackup } from './commands/backup.ts';
import { addChange } from './commands/change.ts';
import { addContradictions } from './commands/contradictions.ts';
import { addReview } from './commands/review.ts';
import { addCheckpoint } from './commands/checkpoint.ts';
import { addCompletion } from './commands/completion.ts';
import { addConnect } from './commands/connect.ts';
import { addDeadLetters } from './commands/dead-letters.ts';
import { addDemo } from './commands/demo.ts';
import { addDigest } from './commands/digest.ts';
import { addDoctor } from './commands/doctor.ts';
import { addExtract } from './commands/extract.ts';
import { addExport } from './commands/export.ts';
import { addFeedback } from './commands/feedback.ts';
import { addForget } from './commands/forget.ts';
import { addGraph } from './commands/graph.ts';
import { addHook } from './commands/hook.ts';
import { addImport } from './commands/import.ts';
import { addImports } from './commands/imports.ts';
import { addInvitations } from './commands/invitations.ts';
import { addJoin } from './commands/join.ts';
import { addKeys } from './commands/keys.ts';
import { addKnowledge } from './commands/knowledge.ts';
import { addList } from './commands/list.ts';
import { addMasking } from './commands/masking.ts';
import { addMcp } from './commands/mcp.ts';
import { addMigrate } from './commands/migrate.ts';
import { addRecallLimit } from './commands/recall-limit.ts';
import { addLimits } from './commands/limits.ts';
import { addQueues } from './commands/queues.ts';
import { addRecall } from './commands/recall.ts';
import { addRecent } from './commands/recent.ts';
import { addReindex } from './commands/reindex.ts';
import { addRemember } from './commands/remember.ts';
import { addNotes } from './commands/notes.ts';
import { addPatterns } from './commands/patterns.ts';
import { addPeople } from './commands/people.ts';
import { addPreflight } from './commands/preflight.ts';
import { addRetention } from './commands/retention.ts';
import { addSearch } from './commands/search.ts';
import { addShow } from './commands/show.ts';
import { addSkills } from './commands/skills.ts';
import { addService } from './commands/service.ts';
import { addStart } from './commands/start.ts';
import { addSync } from './commands/sync.ts';
import { addOpen } from './commands/open.ts';
import { addOrgs } from './commands/orgs.ts';
import { addChannels } from './commands/channels.ts';
import { addTeams } from './commands/teams.ts';
import { addWebhooks } from './commands/webhooks.ts';
import { addTrace } from './commands/trace.ts';
import { addOverview } from './commands/overview.ts';
import { addWake } from './commands/wake.ts';
import { addWhy } from './commands/why.ts';
import { addVerify } from './commands/verify.ts';
import { CommandFailure, exitCodes } from './context/exit-codes.ts';
import { createPrinter } from './terminal/printer.ts';
import { describeRefusalLines } from '@cairn/transfer/refusal-text';
import { neutraliseForTerminal } from './terminal/terminal-text.ts';

/** Runs one command line and returns its exit code. Results go to stdout, everything else to stderr. */
export async function runCli(argv: readonly string[], context: CliContext): Promise<number> {
  const program = cairnProgram(context);
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return context.exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage.code;
    return reportFailure(context, error, program.opts());
  }
}

/** Functions that add the commands, by the headings of the help text and in its order. */
const commandGroups: Readonly<Record<string, readonly ((program: Command, context: CliContext) => void)[]>> = {
  'Start:': [addStart, addOpen, addDemo, addConnect, addJoin, addDoctor],
  'Ask:': [addRecall, addSearch, addRecent, addOverview, addWhy, addWake, addPreflight, addGraph],
  'Read:': [addList, addShow, addTrace, addDigest],
  'Write and correct:': [addRemember, addChange, addForget, addReview, addContradictions, addFeedback, addCheckpoint],
  'Notes, documents and patterns:': [addNotes, addSync, addKnowledge, addPatterns, addSkills],
  'Bring in and take out:': [addImport, addImports, addExtract, addExport],
  'People and rights:': [addPeople, addKeys, addTeams, addInvitations, addChannels, addWebhooks, addAudit, addOrgs],
  'Settings and limits:': [addMasking, addRetention, addAliases, addRecallLimit, addLimits],
  'Operate:': [addService, addBackup, addMigrate, addReindex, addVerify, addQueues, addDeadLetters],
  'Called by programs:': [addMcp, addHook, addCompletion],
};

/** Builds the program with all commands. Commands run only when the program parses its arguments. */
export function cairnProgram(context: CliContext): Command {
  const program = new CairnCommand('cairn')
    .description(
      'Team memory for AI agents: put in, recall, import, look after. Talks to the running server of the data folder.',
    )
    .version(own.version)
    .option(
      '--url <address>',
      'the server (default: CAIRN_URL, else the one that runs on the data folder, else the one that was joined)',
    )
    .option('--key <key>', 'the key (default: CAIRN_KEY, else the one in the data folder)')
    .option('--data-dir <dir>', 'the data folder; also CAIRN_DATA_DIR', dataDirOf(context))
    .option('--json', "print the server's answer as JSON")
    .configureOutput({
      writeOut: (text) => context.stdout.write(fillInCommands(text, context, {})),
      writeErr: (text) => context.stderr.write(text),
      outputError: (text, write) => write(text.split('\n').map(neutraliseForTerminal).join('\n')),
    })
    .configureHelp({ showGlobalOptions: true, visibleGlobalOptions, subcommandTerm, subcommandDescription })
    .addHelpText(
      'after',
      `\nExit codes:\n${Object.values(exitCodes)
        .map(({ code, meaning }) => `  ${String(code).padEnd(4)} ${meaning}`)
        .join('\n')}`,
    )
    .showHelpAfterError('(see --help)')
    .exitOverride();
  for (const [heading, adders] of Object.entries(commandGroups)) {
    program.commandsGroup(heading);
    for (const add of adders) add(program, context);
  }
  program.commandsGroup('Start:').helpCommand('help [command]', 'Show the help of a command');
  for (const command of program.commands) if (command instanceof CairnCommand) command.separateSubcommands();
  return program;
}

const dataDirOf = ({ env, defaultDataDir }: CliContext): string =>
  env['CAIRN_DATA_DIR'] || (defaultDataDir ?? DEFAULT_DATA_DIR);

/** Command in a list of commands, without the note that it has options. */
const subcommandTerm = (command: Command): string =>
  [command.name(), ...command.registeredArguments.map(humanReadableArgName)].join(' ');

/** Description in a list of commands. The list of all has the first clause; the help of a command has all of it. */
function subcommandDescription(command: Command): string {
  const text = command.summary() || command.description();
  return command.parent?.parent ? text : text.split(/[.:;](?=\s|$)| \(/, 1)[0]!;
}

const humanReadableArgName = (argument: Argument): string => {
  const name = argument.name() + (argument.variadic ? '...' : '');
  return argument.required ? `<${name}>` : `[${name}]`;
};

/** Options of the groups above a command that the command reads too. */
function visibleGlobalOptions(command: Command): Option[] {
  const above = command.parent;
  if (!above) return [];
  const isShared = !(above instanceof CairnCommand && above.keepsItsOptions);
  return [...(isShared ? above.options.filter(({ hidden }) => !hidden) : []), ...visibleGlobalOptions(above)];
}

function reportFailure(context: CliContext, error: unknown, options: GlobalOptions): number {
  const failure = failureOf(error, context);
  const { exitCode, details } = failure;
  const text = fillInCommands(failure.text, context, options);
  const { colors } = createPrinter(context.stderr, context.env);
  if (options.json) context.stderr.write(`${neutraliseJson(details ?? { error: { message: text } })}\n`);
  else for (const line of text.split('\n')) context.stderr.write(`${colors.red(neutraliseForTerminal(line))}\n`);
  return exitCode;
}

function failureOf(error: unknown, { interrupted }: CliContext): { exitCode: number; text: string; details?: unknown } {
  if (error instanceof CommandFailure) return { exitCode: error.exitCode, text: error.message, details: error.details };
  if (error instanceof TransferFailure) return { exitCode: exitCodes.failed.code, text: error.message };
  if (error instanceof ServerUnreachable && interrupted.aborted)
    return { exitCode: exitCodes.interrupted.code, text: 'Interrupted.' };
  if (error instanceof ServerUnreachable)
    return {
      exitCode: exitCodes.noServer.code,
      text: `${error.message}\nIs the server running? Start one with: {cairn start}`,
    };
  if (error instanceof ServerRefusal) {
    const { code } = error.code === 'request/invalid' ? exitCodes.usage : exitCodes.failed;
    return { exitCode: code, text: describeRefusalLines(error).join('\n'), details: error.body };
  }
  return {
    exitCode: exitCodes.failed.code,
    text: `cairn failed: ${error instanceof Error ? error.message : String(error)}`,
  };
}
