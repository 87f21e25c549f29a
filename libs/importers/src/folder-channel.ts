import { promises as disk } from 'node:fs';
import { basename, isAbsolute } from 'node:path';
import { checkoutOf } from './checkout.ts';
import { isAboveCheckouts } from './folder-path.ts';
import { toChannelName, channelByPath, remoteName, worktreePlaceOf, type ChannelOf } from './working-folder.ts';

/**
 * Names the channel of a folder after its repository: by the git remote, or else by the folder of the main checkout, so
 * that worktrees and subfolders of a checkout share a channel. If the folder is in no checkout, or is on a different
 * machine, only the path decides.
 */
export const channelOnDisk: ChannelOf = async (cwd, remote, checkouts) =>
  toChannelName(remoteName(remote) ?? (await nameOnDisk(cwd))) ?? channelByPath(cwd, remote, checkouts);

async function nameOnDisk(cwd: string): Promise<string | undefined> {
  const place = worktreePlaceOf(cwd);
  if (place === undefined || (await pathExists(cwd))) return (await checkoutAround(cwd))?.name;
  // A deleted worktree gets the name of its main checkout. A checkout that contains the main checkout does not count.
  const checkout = place.main === undefined ? undefined : await checkoutAround(place.main);
  return checkout?.root === place.main ? checkout?.name : undefined;
}

const pathExists = (path: string): Promise<boolean> =>
  disk.stat(path).then(
    () => true,
    () => false,
  );

async function checkoutAround(folder: string): Promise<{ readonly root: string; readonly name: string } | undefined> {
  const checkout = isAbsolute(folder) ? await checkoutOf(folder) : undefined;
  if (!checkout || isAboveCheckouts(checkout.root)) return undefined;
  return { root: checkout.root, name: basename(checkout.repository) };
}
