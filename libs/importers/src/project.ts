import { checkoutOf } from './checkout.ts';
import { isAboveCheckouts } from './folder-path.ts';

const PROJECT_CHARS_MAX = 300;

/** Name of the project that has this repository. */
export const projectOfRepository = (repository: string): string =>
  repository.trim().toLowerCase().slice(0, PROJECT_CHARS_MAX);

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
