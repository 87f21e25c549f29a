import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { clients, hookClients, hookConfigPath, type Machine } from '@cairn/connect';
import { readConfig } from '../connect/config-file.ts';
import { connectionsPath } from '../connect/connections.ts';
import { closeToOthers, modeText, openModeOf } from '../files/file-modes.ts';
import { joinedServerPath } from '../server/joined-server.ts';
import { keyFilePath } from '../server/key-file.ts';
import type { Finding } from './checks.ts';

const CHECK_NAME = 'keys in files';
const KEY_IN_TEXT = /\bcairn_[\w-]{20}/;

/** File that contains a key of Cairn and that users other than its owner can read. */
export interface OpenKeyFile {
  readonly path: string;
  readonly mode: number;
}

/**
 * Finds files with keys that other users can read: in the data folder, the hooks' settings, and the configurations of
 * all known clients with their backups.
 */
export async function findOpenKeyFiles(machine: Machine, dataDir: string): Promise<OpenKeyFile[]> {
  const ofClients = [...new Set(clients.flatMap(({ files }) => files.map((file) => file.path(machine))))];
  const copies = (await Promise.all(ofClients.map(copiesOf))).flat();
  const ofServer = [keyFilePath(dataDir), join(dataDir, 'operator.key')];
  const ofHooks = hookClients.map(({ id }) => hookConfigPath(machine, id));
  const own = [...ofServer, ...ofHooks, connectionsPath(machine), joinedServerPath(machine)];
  const found = await Promise.all([
    ...own.map((path) => openFile(path)),
    ...[...ofClients, ...copies].map(async (path) => ((await holdsKey(path)) ? openFile(path) : [])),
  ]);
  return found.flat();
}

const openFile = async (path: string): Promise<OpenKeyFile[]> => {
  const mode = await openModeOf(path);
  return mode === undefined ? [] : [{ path, mode }];
};

/**
 * Tells whether the file contains a key. False for a file that this user cannot read, since it reveals no key to this
 * user.
 */
const holdsKey = async (path: string): Promise<boolean> =>
  KEY_IN_TEXT.test((await readConfig(path).catch(() => undefined)) ?? '');

async function copiesOf(path: string): Promise<string[]> {
  const names = await readdir(dirname(path)).catch(() => []);
  return names
    .filter((name) => name.startsWith(`${basename(path)}.before-cairn`))
    .map((name) => join(dirname(path), name));
}

export async function closeKeyFiles(files: readonly OpenKeyFile[]): Promise<void> {
  for (const { path } of files) await closeToOthers(path);
}

export const openModeMessage = ({ path, mode }: OpenKeyFile): string =>
  `${path} has mode ${modeText(mode)}: others can read its key`;

/**
 * Findings about key files that other users could read. They are reported even after the files were closed, since
 * somebody may have read the keys before.
 */
export function keyFileFindings(files: readonly OpenKeyFile[], { closed }: { closed: boolean }): Finding[] {
  if (files.length === 0)
    return [{ name: CHECK_NAME, state: 'ok', message: 'the files that hold a key are for their owner alone' }];
  return files.map((file) =>
    closed
      ? {
          name: CHECK_NAME,
          state: 'warn',
          message: `${file.path} had mode ${modeText(file.mode)} and has 600 now: others could read its key until now`,
          todo: 'where others use this machine, make another key: connect the client again',
        }
      : {
          name: CHECK_NAME,
          state: 'fail',
          message: openModeMessage(file),
          todo: `chmod 600 ${file.path}, or {cairn doctor --yes}`,
        },
  );
}
