import { basename, isAbsolute, relative, resolve } from 'node:path';
import type { CliContext, GlobalOptions } from './cli-context.ts';

/** Data folder of commands that name none. */
export const DEFAULT_DATA_DIR = '.cairn';

type StartContext = Pick<CliContext, 'env' | 'startedBy'>;

/**
 * Command that a person can type to reach the same server from the same folder. If this process was started through
 * npm, the command uses npm. It contains the data folder or the address of this call.
 */
export function ownCommand(started: StartContext, options: Partial<GlobalOptions>, rest: string): string {
  if (rest === 'start') return startCommand(started, options);
  return [programOf(started), ...placeOf(options), rest].join(' ');
}

/**
 * Command that starts a server on the data folder, even if a different server was queried. Through npm, the command
 * also builds the server.
 */
function startCommand(started: StartContext, options: Partial<GlobalOptions>): string {
  const folder = dataFolderOf(options);
  if (!isByNpm(started)) return [programOf(started), ...folder, 'start'].join(' ');
  return [npmOf(started.env), 'start', ...(folder.length > 0 ? ['--', ...folder] : [])].join(' ');
}

const COMMAND_REFERENCE = /\{cairn ([^{}]+)\}/g;

/** Replaces references to commands in a text, such as `{cairn keys list}`, by commands that can be typed here. */
export const fillInCommands = (text: string, started: StartContext, options: Partial<GlobalOptions>): string =>
  text.replace(COMMAND_REFERENCE, (_, rest: string) => ownCommand(started, options, rest));

const isByNpm = ({ env }: StartContext): boolean => env['npm_lifecycle_event'] === 'cairn';

function programOf(started: StartContext): string {
  if (isByNpm(started)) return `${npmOf(started.env)} run -s cairn --`;
  const { program, script } = started.startedBy ?? {};
  if (!program || !script || !/\.[cm]?js$/.test(basename(script))) return 'cairn';
  const near = relative(process.cwd(), script);
  return [program, near.startsWith('..') || isAbsolute(near) ? resolve(script) : near].map(quoteForShell).join(' ');
}

/**
 * Beginning of a command that uses npm. npm runs this process in the folder of the package, so the command must name
 * this folder if the person is in a different folder.
 */
function npmOf(env: CliContext['env']): string {
  const startedIn = env['INIT_CWD'];
  const isWithin = startedIn === undefined || !relative(process.cwd(), startedIn).startsWith('..');
  return isWithin ? 'npm' : `npm --prefix ${quoteForShell(process.cwd())}`;
}

const placeOf = (options: Partial<GlobalOptions>): string[] =>
  options.url === undefined ? dataFolderOf(options) : ['--url', quoteForShell(options.url)];

const dataFolderOf = ({ dataDir = DEFAULT_DATA_DIR }: Partial<GlobalOptions>): string[] =>
  resolve(dataDir) === resolve(DEFAULT_DATA_DIR) ? [] : ['--data-dir', quoteForShell(dataDir)];

/** Quotes a word for a shell. */
export const quoteForShell = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
