import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { root } from '../common/program.ts';

/** Places where servers are searched; tests pass folders of their own. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder to which install.sh installs programs that no package manager offers. */
  readonly cache: string;
  /** Folder of JDKs, beside JAVA_HOME. */
  readonly jdks: string;
  readonly packages: string;
}

export function thisMachine(): Machine {
  return { env: process.env, cache: cacheFolder(), jdks: '/usr/lib/jvm', packages: join(root, 'node_modules') };
}

/** Python environment with the validators and schemathesis for `npm run test:api`. install.sh has the same number. */
export const apiTools = (): string => join(cacheFolder(), 'api-tools-2');

/** Python environment with the frameworks whose stores are tried; their own tests are in its folder `checkpoint`. */
export const frameworks = (): string => join(cacheFolder(), 'frameworks-2');

/** Folder with the agents' clients that the tests of hooks run. install.sh has the same number. */
export const hookClientPackages = (): string => join(cacheFolder(), 'hook-clients-1', 'node_modules');

/** Program that lints Dockerfiles or shell scripts. install.sh has the same number. */
export const linter = (name: 'hadolint' | 'shellcheck'): string => join(cacheFolder(), 'linters-1', 'bin', name);

export const INSTALLER = 'tools/servers/install.sh';

/** True for root. Some servers refuse to run as root, so they run as nobody, who cannot read home folders. install.sh has the same rule. */
export const isRoot = process.getuid?.() === 0;

export function cacheFolder(): string {
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
