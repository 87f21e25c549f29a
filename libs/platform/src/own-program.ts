import { basename, delimiter, dirname, isAbsolute, relative, resolve } from 'node:path';
import { NPM_PACKAGE } from '@cairn/contracts';

/** Facts about the start of this process. */
export interface Started {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Program and script with which it was started; absent for an installed `cairn`. */
  readonly startedBy?: { readonly program: string; readonly script: string } | undefined;
}

/**
 * Beginning of a command that reaches this installation from the folder and shell in which the process was started: of
 * a clone through npm, of the package by its name or through npx, else of the script that runs.
 */
export function ownProgram({ env, startedBy }: Started): string {
  if (isByNpx({ env, startedBy })) return `npx ${NPM_PACKAGE}`;
  if (isInstalled(startedBy?.script)) return installedProgram(env, startedBy?.script);
  if (isByNpm(env)) return `${npmOf(env)} run -s cairn --`;
  if (startedBy === undefined) return 'cairn';
  return [startedBy.program, nearest(startedBy.script)].map(quoteForShell).join(' ');
}

/** Tells whether the script is the program of the npm package: a link without an ending, or on Windows its file. */
export const isInstalled = (script: string | undefined): script is string =>
  script !== undefined && (basename(script) === 'cairn.mjs' || !/\.[cm]?[jt]s$/.test(script));

/** Tells whether npx runs the package, which it keeps in a cache. */
export const isByNpx = ({ env, startedBy }: Started): boolean =>
  env['npm_lifecycle_event'] === 'npx' && isInstalled(startedBy?.script);

/** Tells whether a script of a clone's package.json started this process. */
export const isByNpm = (env: Started['env']): boolean => /^(?:cairn|start)$/.test(env['npm_lifecycle_event'] ?? '');

function installedProgram(env: Started['env'], script: string): string {
  const onPath = env['PATH']?.split(delimiter) ?? [dirname(script)];
  return onPath.includes(dirname(script)) || basename(script) === 'cairn.mjs'
    ? 'cairn'
    : quoteForShell(nearest(script));
}

/**
 * Beginning of a command that uses npm. npm runs this process in the folder of the package, so the command must name
 * this folder if the person is in a different folder.
 */
export function npmOf(env: Started['env']): string {
  const startedIn = env['INIT_CWD'];
  const isWithin = startedIn === undefined || !relative(process.cwd(), startedIn).startsWith('..');
  return isWithin ? 'npm' : `npm --prefix ${quoteForShell(process.cwd())}`;
}

function nearest(script: string): string {
  const near = relative(process.cwd(), script);
  return near.startsWith('..') || isAbsolute(near) ? resolve(script) : near;
}

/** Quotes a word for a shell. */
export const quoteForShell = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
