import { once } from 'node:events';
import { readFile, stat, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { formatCount, CairnError } from '@cairn/contracts';
import { z } from 'zod';
import { ServerRefusal, type CairnClient } from '@cairn/transfer/cairn-client';
import { modeText } from '../files/file-modes.ts';
import { keyFilePath, readKeyFile } from '../server/key-file.ts';
import { isAlive, acceptsFolderKey } from '../server/server-connection.ts';

const NODE_MIN = [24, 11] as const;
const SQLITE_MIN = [3, 51, 3] as const;
const FREE_BYTES_WARN = 2_000_000_000;
const FREE_BYTES_FAIL = 200_000_000;
const LAG_ITEMS_WARN = 1_000;

/** Result of one check; `skip` if the check could not run. Every result except `ok` names a remedy. */
export type Finding =
  | { readonly name: string; readonly state: 'ok'; readonly message: string }
  | {
      readonly name: string;
      readonly state: 'warn' | 'fail' | 'skip';
      readonly message: string;
      readonly todo: string;
    };

export function checkNode(versions: { readonly node: string; readonly sqlite?: string | undefined }): Finding {
  const name = 'node';
  const message = `Node ${versions.node}, SQLite ${versions.sqlite ?? 'unknown'}`;
  if (!isAtLeast(versions.node, NODE_MIN))
    return {
      name,
      state: 'fail',
      message,
      todo: `take Node ${NODE_MIN.join('.')} or newer; in a clone, npm brings one`,
    };
  if (!versions.sqlite || !isAtLeast(versions.sqlite, SQLITE_MIN))
    return { name, state: 'fail', message, todo: `use a Node whose SQLite is ${SQLITE_MIN.join('.')} or newer` };
  return { name, state: 'ok', message };
}

/** Checks the environment variables that a server started from this terminal would read. */
export async function checkSettings(env: Record<string, string | undefined>): Promise<Finding> {
  const name = 'settings';
  const { loadConfig } = await import('@cairn/platform/config');
  try {
    const { host } = loadConfig('all-in-one', env);
    const refusal = await refusalOf(host);
    if (refusal === undefined) return { name, state: 'ok', message: 'can be used' };
    const todo = 'set it to 127.0.0.1 (this machine alone asks) or 0.0.0.0 (the network may)';
    return { name, state: 'fail', message: `CAIRN_HOST ${host} is no address of this machine (${refusal})`, todo };
  } catch (error) {
    if (!(error instanceof CairnError)) throw error;
    return {
      name,
      state: 'fail',
      message: error.message.replace(/\s*\n\s*/g, ' '),
      todo: 'docs/reference/config.md has all settings',
    };
  }
}

/** Returns the system's error code if nothing can listen at the address, else undefined. */
async function refusalOf(host: string): Promise<string | undefined> {
  const probe = createServer();
  try {
    await once(probe.listen(0, host), 'listening');
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  } finally {
    probe.close();
  }
}

/** Checks that the folder can store data and that only its owner can read it. */
export async function checkDataFolder(dataDir: string): Promise<Finding> {
  const name = 'data folder';
  const { inspectFolder } = await import('@cairn/backends/data-folder');
  const fault = inspectFolder(dataDir, { readsFile: (await findHolder(dataDir)) === undefined });
  if (fault) return { name, state: 'fail', ...fault };
  const found = await stat(dataDir).catch(() => undefined);
  if (!found)
    return { name, state: 'warn', message: `${dataDir} is not there yet`, todo: 'the first {cairn start} makes it' };
  if ((found.mode & 0o077) !== 0)
    return {
      name,
      state: 'warn',
      message: `${dataDir} has mode ${modeText(found.mode)}: others may look in`,
      todo: `chmod 700 ${dataDir}`,
    };
  return { name, state: 'ok', message: `${dataDir}, mode ${modeText(found.mode)}` };
}

export async function checkDisk(dataDir: string): Promise<Finding> {
  const name = 'disk';
  const { bavail, bsize } = await statfs(dataDir).catch(() => statfs('.'));
  const message = `${((bavail * bsize) / 1e9).toFixed(1)} GB free`;
  const todo = 'free some space: a full disk makes every write fail';
  if (bavail * bsize < FREE_BYTES_FAIL) return { name, state: 'fail', message, todo };
  if (bavail * bsize < FREE_BYTES_WARN) return { name, state: 'warn', message, todo };
  return { name, state: 'ok', message };
}

export async function checkKeyFile(dataDir: string): Promise<Finding> {
  const name = 'key file';
  const path = keyFilePath(dataDir);
  const found = await stat(path).catch(() => undefined);
  if (!found)
    return {
      name,
      state: 'warn',
      message: `${path} is not there`,
      todo: 'the server writes it at its start: {cairn start}',
    };
  if ((found.mode & 0o077) !== 0)
    return {
      name,
      state: 'fail',
      message: `${path} has mode ${modeText(found.mode)}: others can read an admin key`,
      todo: `chmod 600 ${path}, and revoke that key ({cairn keys list})`,
    };
  if (!(await readKeyFile(dataDir)))
    return {
      name,
      state: 'fail',
      message: `${path} cannot be read as a key file`,
      todo: 'restart the server, which writes it again',
    };
  return { name, state: 'ok', message: `${path}, mode ${modeText(found.mode)}` };
}

/** Checks the server of the data folder: whether it answers, does not answer, or does not exist. */
export async function checkServer(dataDir: string, serverUrl: string | undefined): Promise<Finding> {
  const name = 'server';
  const [file, holder] = await Promise.all([readKeyFile(dataDir), findHolder(dataDir)]);
  const url = serverUrl ?? file?.url;
  if (
    url !== undefined &&
    (await isAlive(url)) &&
    (serverUrl !== undefined || (file && (await acceptsFolderKey(file))))
  )
    return { name, state: 'ok', message: `answers at ${url}` };
  if (serverUrl !== undefined)
    return {
      name,
      state: 'fail',
      message: `no answer from ${serverUrl}`,
      todo: 'check the address, or start the server: {cairn start}',
    };
  if (holder !== undefined)
    return {
      name,
      state: 'fail',
      message: `process ${holder} holds ${dataDir}, but no server answers`,
      todo: `wait if it is starting; if it is a Cairn server that hangs, stop it: kill ${holder}`,
    };
  return { name, state: 'warn', message: 'no server is running', todo: 'start one: {cairn start}' };
}

const Holder = z.object({ pid: z.number().int().positive() });

/** Returns the id of the process that uses the folder; undefined if the recorded process no longer runs. */
async function findHolder(dataDir: string): Promise<number | undefined> {
  try {
    const { pid } = Holder.parse(JSON.parse(await readFile(join(dataDir, 'cairn.holder.json'), 'utf8')));
    return isRunning(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
}

const Part = z.object({
  name: z.string(),
  ready: z.boolean(),
  problem: z.string().optional(),
  note: z.string().optional(),
});
/** Answer of the readiness route; only admins get the parts. */
const Ready = z.object({ ready: z.boolean(), parts: z.array(Part).optional() });

const todoByState: Readonly<Record<string, string>> = {
  embedder: 'recall goes on meanwhile; check CAIRN_EMBEDDER and its address, or the system that the model runs on',
};

/** Checks each part of the server: the store, the indexes, the embedding model. */
export async function checkParts(client: CairnClient): Promise<Finding[]> {
  const { ready, parts } = Ready.parse(await readyAnswer(client));
  if (!parts) return [checkWhole(ready)];
  return parts.map(({ name, ready, problem, note }): Finding => {
    if (!ready) return { name, state: 'fail', message: problem ?? 'not ready', todo: "look into the server's log" };
    const message = problem ?? note;
    if (message === undefined) return { name, state: 'ok', message: 'ready' };
    // Only a warning, since recall also works without this part, with lower quality or speed.
    return { name, state: 'warn', message, todo: todoByState[name] ?? "look into the server's log" };
  });
}

function checkWhole(ready: boolean): Finding {
  const name = 'parts';
  const message = `the server says that it is ${ready ? '' : 'not '}ready, and tells the rest to an admin`;
  if (!ready) return { name, state: 'fail', message, todo: "give an admin's key, or look into the server's log" };
  return { name, state: 'ok', message };
}

async function readyAnswer(client: CairnClient): Promise<unknown> {
  try {
    return await client.get('/readyz');
  } catch (error) {
    if (error instanceof ServerRefusal && error.status === 503) return error.body;
    throw error;
  }
}

/** Checks that the key works and that the indexes keep up with the store. */
export async function checkIndexes(client: CairnClient): Promise<Finding> {
  const name = 'indexes';
  const { memories, messages, index } = (await client.call('stats', {})).answer;
  const dead = index.dead.words + index.dead.vectors;
  const pending = Math.max(index.pending.words, index.pending.vectors);
  const message = `${formatCount(memories.total, 'memory', 'memories')} and ${formatCount(messages.total, 'message')}; waiting: ${index.pending.words} for words, ${index.pending.vectors} for vectors; given up: ${dead}${offNote(index.off.vectors)}`;
  if (dead > 0)
    return {
      name,
      state: 'fail',
      message,
      todo: 'read the reasons ({cairn dead-letters list}), mend the cause, then {cairn dead-letters replay}',
    };
  if (pending > LAG_ITEMS_WARN)
    return {
      name,
      state: 'warn',
      message,
      todo: 'nothing, if it is falling (an import); else look at the embedding model',
    };
  return { name, state: 'ok', message };
}

/** Checks that the live word index uses the analyser of the settings; only the operator may see this. */
export async function checkWords(client: CairnClient): Promise<Finding[]> {
  const name = 'language';
  const { generations, analyser } = (await client.call('listGenerations', {})).answer;
  const live = generations.find(({ target, status }) => target === 'words' && status === 'live');
  if (!live || analyser === undefined || live.builtBy === analyser) return [];
  const building = generations.find(({ target, builtBy }) => target === 'words' && builtBy === analyser);
  const message = `${live.id} is read, by ${live.builtBy}; the settings ask for ${analyser} (CAIRN_LANGUAGE)`;
  const todo = building
    ? `{cairn reindex switch ${building.id}}, when it is full`
    : '{cairn reindex --target words --wait}';
  return [{ name, state: 'warn', message, todo }];
}

const offNote = (vectors: number): string =>
  vectors === 0 ? '' : `; without vectors until there is an embedding model: ${vectors}`;

function isAtLeast(version: string, least: readonly number[]): boolean {
  const parts = version.split('.').map((part) => Number.parseInt(part, 10));
  const different = least.findIndex((part, at) => part !== (parts[at] ?? 0));
  return different < 0 || (parts[different] ?? 0) > (least[different] ?? 0);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
