import { relative, resolve } from 'node:path';
import type { CliContext, GlobalOptions } from './cli-context.ts';

const DEFAULT_DATA_DIR = '.cairn';

/**
 * A command of ours as somebody can type it to reach the same server from the same folder: by way of npm when this
 * one came that way, with the data folder or the address that this one was given.
 */
export function ownCommand({ env }: Pick<CliContext, 'env'>, options: GlobalOptions, rest: string): string {
  const program = env['npm_lifecycle_event'] === 'cairn' ? `${npmOf(env)} run -s cairn --` : 'cairn';
  return [program, ...placeOf(options), rest].join(' ');
}

/** npm runs us where the package is; from elsewhere it has to be told the way again. */
function npmOf(env: CliContext['env']): string {
  const startedIn = env['INIT_CWD'];
  const isWithin = startedIn === undefined || !relative(process.cwd(), startedIn).startsWith('..');
  return isWithin ? 'npm' : `npm --prefix ${quoted(process.cwd())}`;
}

function placeOf({ url, dataDir }: GlobalOptions): string[] {
  if (url !== undefined) return ['--url', quoted(url)];
  return resolve(dataDir) === resolve(DEFAULT_DATA_DIR) ? [] : ['--data-dir', quoted(dataDir)];
}

/** A word as a shell takes it. */
const quoted = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);
