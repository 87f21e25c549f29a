import { promises as disk } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { repositoryAt } from './remote.ts';

/** Git checkout that contains a folder. */
export interface Checkout {
  /** Absolute path of the checkout's folder. */
  readonly root: string;
  /**
   * `owner/name` of the remote or, without a remote, the folder name of the main checkout. All worktrees of a
   * repository therefore have the same value.
   */
  readonly repository: string;
}

/** Finds the checkout that contains a folder; undefined if the folder is in no checkout. */
export async function checkoutOf(folder: string): Promise<Checkout | undefined> {
  for (let root = resolve(folder); ; root = dirname(root)) {
    const git = await gitFolderOf(root);
    if (git !== undefined) return { root, repository: (await findRemote(git)) ?? nameOf(git) };
    if (dirname(root) === root) return undefined;
  }
}

/**
 * Names a repository after the folder that contains its `.git` folder. A bare repository or a submodule is named after
 * its own git folder.
 */
function nameOf(git: string): string {
  const own = basename(git);
  return own.startsWith('.') ? basename(dirname(git)) : own.replace(/\.git$/u, '');
}

/** Finds the git folder that all worktrees of the repository share. */
async function gitFolderOf(root: string): Promise<string | undefined> {
  const path = join(root, '.git');
  const found = await disk.stat(path).catch(() => undefined);
  if (found?.isDirectory()) return path;
  const pointer = found?.isFile() ? await disk.readFile(path, 'utf8').catch(() => '') : '';
  const own = /^gitdir:\s*(.+?)\s*$/mu.exec(pointer)?.[1];
  if (own === undefined) return undefined;
  const folder = resolve(root, own);
  const shared = await disk.readFile(join(folder, 'commondir'), 'utf8').catch(() => '');
  return shared.trim() === '' ? folder : resolve(folder, shared.trim());
}

/** Returns `owner/name` of the remote `origin` or, if there is none, of the first remote. */
async function findRemote(git: string): Promise<string | undefined> {
  const config = await disk.readFile(join(git, 'config'), 'utf8').catch(() => '');
  const section = (/\[remote "origin"\][^[]*/u.exec(config) ?? /\[remote "[^[]*/u.exec(config))?.[0] ?? '';
  const url = /^[ \t]*url[ \t]*=[ \t]*(\S+)/mu.exec(section)?.[1];
  return url === undefined ? undefined : repositoryAt(url);
}

/**
 * Names an imported folder: by the given name, or else by the repository if the folder is a checkout's root, or else by the
 * folder's own name.
 */
export async function repositoryOf(folder: string, name: string | undefined): Promise<string> {
  const root = resolve(folder);
  const checkout = name === undefined ? await checkoutOf(root) : undefined;
  return name ?? (checkout?.root === root ? checkout.repository : basename(root));
}
