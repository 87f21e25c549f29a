import { promises as disk } from 'node:fs';
import { basename, isAbsolute } from 'node:path';
import { checkoutOf, type Checkout } from './checkout.ts';
import { isAboveCheckouts } from './folder-path.ts';
import { projectOfRepository } from './project-name.ts';
import {
  toChannelName,
  channelByPath,
  projectByPath,
  remoteName,
  repositoryOfRemote,
  worktreePlaceOf,
  type ChannelOf,
  type ProjectOf,
} from './working-folder.ts';

/**
 * Names the channel of a folder after its repository: by the git remote, or else by the folder of the main checkout, so
 * that worktrees and subfolders of a checkout share a channel. If the folder is in no checkout, or is on a different
 * machine, only the path decides.
 */
export const channelOnDisk: ChannelOf = async (cwd, remote, checkouts) =>
  toChannelName(remoteName(remote) ?? (await findNameOnDisk(cwd))) ?? channelByPath(cwd, remote, checkouts);

/**
 * Names the project of a folder like `projectOf`: by the checkout on this disk. If the folder is not here, only the
 * conversation decides.
 */
export const projectOnDisk: ProjectOf = async (folder, checkouts) => {
  const repository = repositoryOfRemote(folder.remote) ?? (await repositoryOnDisk(folder.cwd));
  if (repository !== undefined) return projectOfRepository(repository);
  return (await pathExists(folder.cwd)) ? undefined : projectByPath(folder, checkouts);
};

async function findNameOnDisk(cwd: string): Promise<string | undefined> {
  const repository = await repositoryOnDisk(cwd);
  return repository === undefined ? undefined : basename(repository);
}

async function repositoryOnDisk(cwd: string): Promise<string | undefined> {
  const place = worktreePlaceOf(cwd);
  if (place === undefined || (await pathExists(cwd))) return (await findCheckoutAround(cwd))?.repository;
  // A deleted worktree gets the name of its main checkout. A checkout that contains the main checkout does not count.
  const checkout = place.main === undefined ? undefined : await findCheckoutAround(place.main);
  return checkout?.root === place.main ? checkout?.repository : undefined;
}

const pathExists = (path: string): Promise<boolean> =>
  disk.stat(path).then(
    () => true,
    () => false,
  );

async function findCheckoutAround(folder: string): Promise<Checkout | undefined> {
  const checkout = isAbsolute(folder) ? await checkoutOf(folder) : undefined;
  return checkout && !isAboveCheckouts(checkout.root) ? checkout : undefined;
}
