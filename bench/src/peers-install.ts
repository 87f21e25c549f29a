import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { cacheFolder } from '../../tools/servers/machine.ts';
import type { PeerPackages } from './peer.ts';

const INSTALL_MS = 15 * 60_000;

/** Folder of a system's packages in the cache. */
export const packagesDirOf = ({ packages }: PeerPackages): string =>
  join(cacheFolder(), `peer-${packages[0].replaceAll(/[^\w.-]+/g, '-').replace(/^-/, '')}`);

/** Installs packages into the cache unless they are there. It throws with the last lines of the installer's complaint. */
export function installPeer(needs: PeerPackages): string {
  const folder = packagesDirOf(needs);
  if (existsSync(folder)) return folder;

  mkdirSync(dirname(folder), { recursive: true });
  const making = mkdtempSync(join(dirname(folder), 'making-'));
  try {
    if (needs.from === 'npm') installNpm(making, needs);
    // An environment of Python names its place in its programs, so it is made where it stays.
    else installPython(folder, needs);
    if (needs.from === 'npm') renameSync(making, folder);
  } catch (error) {
    if (needs.from === 'PyPI') rmSync(folder, { recursive: true, force: true });
    throw error;
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
  return folder;
}

function installNpm(folder: string, { packages, withoutPeers }: PeerPackages): void {
  const peers = withoutPeers === true ? ['--legacy-peer-deps'] : [];
  const quiet = ['--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', '--silent'];
  run('npm', ['install', ...quiet, '--prefix', folder, ...peers, ...packages]);
}

function installPython(folder: string, { packages, python = 0 }: PeerPackages): void {
  run(pythonOf(python), ['-m', 'venv', folder]);
  run(join(folder, 'bin', 'pip'), ['install', '--quiet', '--disable-pip-version-check', ...packages]);
}

/** Python on the PATH, or one that pyenv has installed, of at least this version. */
function pythonOf(minor: number): string {
  const pyenv = join(process.env['PYENV_ROOT'] ?? join(homedir(), '.pyenv'), 'versions');
  const installed = existsSync(pyenv)
    ? readdirSync(pyenv).map((version) => join(pyenv, version, 'bin', 'python3'))
    : [];
  const found = ['python3', ...installed].find((program) => isNewEnough(program, minor));
  if (found === undefined) throw new Error(`it needs Python 3.${minor} or newer`);
  return found;
}

function isNewEnough(program: string, minor: number): boolean {
  const code = `import sys; sys.exit(sys.version_info < (3, ${minor}))`;
  return spawnSync(program, ['-c', code], { stdio: 'ignore' }).status === 0;
}

function run(program: string, args: readonly string[]): void {
  const path = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
  try {
    execFileSync(program, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: INSTALL_MS,
      env: { ...process.env, PATH: path },
    });
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: Buffer };
    const said = stderr?.toString().trim().split('\n').slice(-2).join(' ');
    throw new Error(`${program} cannot install ${args.at(-1)}: ${said || message}`, { cause: error });
  }
}
