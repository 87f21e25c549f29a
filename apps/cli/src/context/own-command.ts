import { resolve } from 'node:path';
import { isByNpm, npmOf, ownProgram, quoteForShell } from '@cairn/platform/own-program';
import type { CliContext, GlobalOptions } from './cli-context.ts';

/** Data folder of a clone, in the folder of the command. */
export const DEFAULT_DATA_DIR = '.cairn';

type StartContext = Pick<CliContext, 'env' | 'startedBy' | 'defaultDataDir'>;

/**
 * Command that a person can type to reach the same server from the same folder. It contains the data folder or the
 * address of this call.
 */
export function ownCommand(started: StartContext, options: Partial<GlobalOptions>, rest: string): string {
  if (rest === 'start') return startCommand(started, options);
  const place = options.url === undefined ? dataFolderOf(started, options) : ['--url', quoteForShell(options.url)];
  return [ownProgram(started), ...place, rest].join(' ');
}

/** Beginning of a command that reaches the server on a data folder. */
export const programOnFolder = (started: StartContext, options: Partial<GlobalOptions>): string =>
  [ownProgram(started), ...dataFolderOf(started, options)].join(' ');

/**
 * Command that starts a server on the data folder, even if a different server was queried. Through npm, the command
 * also builds the server.
 */
function startCommand(started: StartContext, options: Partial<GlobalOptions>): string {
  const program = ownProgram(started);
  const folder = dataFolderOf(started, options);
  if (!isByNpm(started.env) || !program.startsWith(npmOf(started.env))) return [program, ...folder, 'start'].join(' ');
  return [npmOf(started.env), 'start', ...(folder.length > 0 ? ['--', ...folder] : [])].join(' ');
}

const COMMAND_REFERENCE = /\{cairn ([^{}]+)\}/g;

/** Replaces references to commands in a text, such as `{cairn keys list}`, by commands that can be typed here. */
export const fillInCommands = (text: string, started: StartContext, options: Partial<GlobalOptions>): string =>
  text.replace(COMMAND_REFERENCE, (_, rest: string) => ownCommand(started, options, rest));

function dataFolderOf(
  { defaultDataDir = DEFAULT_DATA_DIR }: StartContext,
  { dataDir }: Partial<GlobalOptions>,
): string[] {
  if (dataDir === undefined || resolve(dataDir) === resolve(defaultDataDir)) return [];
  return ['--data-dir', quoteForShell(dataDir)];
}
