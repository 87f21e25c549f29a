import { promises as disk } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { repositoryAt } from './working-folder.ts';

/** The git checkout in which a folder stands. */
export interface Checkout {
  /** The folder of the checkout, absolute. */
  readonly root: string;
  /** `owner/name` of the remote, else the name of the main checkout's folder: worktrees of a repository have one name. */
  readonly repository: string;
}

/** The checkout that holds a folder; undefined where none does. */
export async function checkoutOf(folder: string): Promise<Checkout | undefined> {
  for (let root = resolve(folder); ; root = dirname(root)) {
    const git = await gitFolderOf(root);
    if (git !== undefined) return { root, repository: (await remoteIn(git)) ?? nameOf(git) };
    if (dirname(root) === root) return undefined;
  }
}

/** The name of the folder around a git folder; of a bare repository or a submodule its own. */
function nameOf(git: string): string {
  const own = basename(git);
  return own.startsWith('.') ? basename(dirname(git)) : own.replace(/\.git$/u, '');
}

/** The git folder that the worktrees of a repository share. */
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

/** The name that the remote gives a clone (`owner/name`): `origin`, else the first. */
async function remoteIn(git: string): Promise<string | undefined> {
  const config = await disk.readFile(join(git, 'config'), 'utf8').catch(() => '');
  const section = (/\[remote "origin"\][^[]*/u.exec(config) ?? /\[remote "[^[]*/u.exec(config))?.[0] ?? '';
  const url = /^[ \t]*url[ \t]*=[ \t]*(\S+)/mu.exec(section)?.[1];
  return url === undefined ? undefined : repositoryAt(url);
}

/** The name of a folder that is imported whole: as given, of the checkout whose root it is, else its own. */
export async function repositoryOf(folder: string, given: string | undefined): Promise<string> {
  const root = resolve(folder);
  const checkout = given === undefined ? await checkoutOf(root) : undefined;
  return given ?? (checkout?.root === root ? checkout.repository : basename(root));
}
