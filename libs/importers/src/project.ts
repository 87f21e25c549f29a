import { checkoutOf } from './checkout.ts';
import { isAboveCheckouts } from './folder-path.ts';
import { projectOfRepository } from './project-name.ts';

/**
 * Names the project of a folder by the git remote of its checkout, otherwise by the folder of the main checkout.
 * Worktrees and subfolders therefore have the project of their repository, while a submodule has its own project.
 * Undefined outside of checkouts.
 */
export async function projectOf(folder: string): Promise<string | undefined> {
  const checkout = await checkoutOf(folder).catch(() => undefined);
  if (!checkout || isAboveCheckouts(checkout.root)) return undefined;
  return projectOfRepository(checkout.repository);
}
