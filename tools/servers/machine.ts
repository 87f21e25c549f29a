import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { root } from '../common/program.ts';

/** What the search for servers may look at; the tests hand in a folder of their own. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where install.sh puts what no package manager installs. */
  readonly cache: string;
  /** Where JDKs lie beside JAVA_HOME. */
  readonly jdks: string;
  readonly packages: string;
}

export function thisMachine(): Machine {
  return { env: process.env, cache: cacheFolder(), jdks: '/usr/lib/jvm', packages: join(root, 'node_modules') };
}

/** The validators and schemathesis for `npm run test:api`: a virtual environment of Python. install.sh has the same number. */
export const apiTools = (): string => join(cacheFolder(), 'api-tools-2');

export const INSTALLER = 'tools/servers/install.sh';

/** Some servers refuse to run as root: root starts them as nobody, who can read no home. install.sh has the same rule. */
export const isRoot = process.getuid?.() === 0;

function cacheFolder(): string {
  if (isRoot) return '/var/cache/cairn';
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'cairn');
}

export function findOnPath(program: string, { env }: Pick<Machine, 'env'>): string | undefined {
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, program)).find(isProgram);
}

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

export const foldersIn = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
